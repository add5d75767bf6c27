/** The functions that an evaluator may call. */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/**
 * Functions whose answer depends on their arguments alone, on every platform alike, and which make no long text of a
 * short one. Absent: those of floating point beyond sqrt, whose last digit is the C library's.
 */
export const EVALUATED = words(`
abs ceil ceiling div floor gcd lcm min_scale mod pi round scale sign sqrt trim_scale trunc width_bucket
ascii bit_length btrim char_length character_length chr concat concat_ws initcap left length like_escape lower ltrim md5
octet_length overlay position quote_ident quote_literal quote_nullable regexp_match regexp_replace
regexp_split_to_array replace reverse right rtrim similar_to_escape split_part starts_with string_to_array strpos substr
substring to_hex translate upper
array_append array_cat array_length array_position array_remove array_to_string cardinality num_nonnulls num_nulls
array_agg avg bit_and bit_or bool_and bool_or count every max min mode percentile_cont percentile_disc stddev stddev_pop
stddev_samp string_agg sum var_pop var_samp variance
cume_dist dense_rank first_value lag last_value lead nth_value ntile percent_rank rank row_number
json_agg json_build_object row_to_json
jsonb_agg jsonb_array_length jsonb_build_array jsonb_build_object jsonb_set jsonb_typeof to_jsonb
`);
