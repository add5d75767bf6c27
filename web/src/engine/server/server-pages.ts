/**
 * A page of a simulated server byte by byte, and why a row on it is visible or not.
 *
 * Source: contrib/pageinspect/heapfuncs.c (heap_page_items), src/include/storage/{bufpage,itemid}.h.
 */
import type { Ctid } from '../../sql/core.ts';
import { SIM_QUESTION, SimExplained } from '../wasm/sim.gen.ts';
import type { WasmServer } from './server-core.ts';

/** One row of heap_page_items, about one line pointer; the tuple fields are null if it holds no tuple. */
export interface HeapPageItem {
  readonly lp: number;
  readonly lp_off: number;
  readonly lp_flags: number;
  readonly lp_len: number;
  readonly t_xmin: number | null;
  readonly t_xmax: number | null;
  readonly t_field3: number | null;
  readonly t_ctid: string | null;
  readonly t_infomask2: number | null;
  readonly t_infomask: number | null;
  readonly t_hoff: number | null;
  /** Bits of the null bitmap, or null when there is none. */
  readonly t_bits: string | null;
  /** As bytea is printed. */
  readonly t_data: string | null;
}

const PAGE_BYTES = 8192;
const HEADER_BYTES = 24;
const TUPLE_HEADER_BYTES = 23;
const HASNULL = 1;
const NATTS_MASK = 0x7ff;

/** The page's 8,192 bytes in place, valid until the next call; undefined past the relation's end. */
export function pageBytes(core: WasmServer, relation: number, block: number): Uint8Array | undefined {
  const at = core.module._xip_sim_page(relation, block);
  return at === 0 ? undefined : core.bytes.subarray(at, at + PAGE_BYTES);
}

/** Empty past the relation's end. */
export function heapPageItems(core: WasmServer, relation: number, block: number): readonly HeapPageItem[] {
  const page = pageBytes(core, relation, block);
  if (page === undefined) return [];
  const view = new DataView(page.buffer, page.byteOffset, PAGE_BYTES);
  const count = (view.getUint16(12, true) - HEADER_BYTES) / 4;
  return Array.from({ length: count }, (_, i) => itemAt(view, i + 1));
}

function itemAt(view: DataView, lp: number): HeapPageItem {
  const item = view.getUint32(HEADER_BYTES + 4 * (lp - 1), true);
  const pointer = { lp, lp_off: item & 0x7fff, lp_flags: (item >>> 15) & 3, lp_len: item >>> 17 };
  const { lp_off: at, lp_len: length } = pointer;
  if (length < TUPLE_HEADER_BYTES || at % 8 !== 0 || at + length > PAGE_BYTES) {
    const none = { t_xmin: null, t_xmax: null, t_field3: null, t_ctid: null, t_infomask2: null, t_infomask: null };
    return { ...pointer, ...none, t_hoff: null, t_bits: null, t_data: null };
  }
  const block = view.getUint16(at + 12, true) * 0x10000 + view.getUint16(at + 14, true);
  const infomask2 = view.getUint16(at + 18, true);
  const infomask = view.getUint16(at + 20, true);
  const hoff = view.getUint8(at + 22);
  return {
    ...pointer,
    t_xmin: view.getUint32(at, true),
    t_xmax: view.getUint32(at + 4, true),
    t_field3: view.getUint32(at + 8, true),
    t_ctid: `(${block},${view.getUint16(at + 16, true)})`,
    t_infomask2: infomask2,
    t_infomask: infomask,
    t_hoff: hoff,
    t_bits: infomask & HASNULL ? bitsAt(view, at + TUPLE_HEADER_BYTES, infomask2 & NATTS_MASK) : null,
    t_data: `\\x${hexOf(view, at + hoff, at + length)}`,
  };
}

/** In whole bytes, the first column's bit first. */
function bitsAt(view: DataView, at: number, natts: number): string {
  let bits = '';
  for (let i = 0; i < ((natts + 7) & ~7); i++) bits += (view.getUint8(at + (i >> 3)) >> (i & 7)) & 1;
  return bits;
}

function hexOf(view: DataView, from: number, to: number): string {
  let hex = '';
  for (let at = from; at < to; at++) hex += view.getUint8(at).toString(16).padStart(2, '0');
  return hex;
}

/** One question that HeapTupleSatisfiesMVCC asked. */
export interface AskedStep {
  /** E.g. `xmin-hint-committed`; see wasm-core/src/heap/questions.h. */
  readonly question: string;
  /** PostgreSQL's function, macro or bit. */
  readonly function: string;
  /** The sentence with its values in their places. */
  readonly text: string;
  readonly a: number;
  readonly b: number;
  readonly answer: boolean;
}
export interface Explanation {
  readonly visible: boolean;
  readonly steps: readonly AskedStep[];
}

/**
 * Why a session sees a row version, or does not: the questions that the same code asks in a scan, in its order, with
 * the session's snapshot in force (see snapshotInForce). Undefined: there is no tuple at this ctid.
 */
export function explainVisibility(
  core: WasmServer,
  session: number,
  relation: number,
  ctid: Ctid,
): Explanation | undefined {
  const { module } = core;
  if (module._xip_sim_explain(session, relation, ctid.block, ctid.offset) === 0) return undefined;
  const answer = core.answer(SimExplained);
  const steps = Array.from({ length: answer.count }, (_, i): AskedStep => {
    const { question, a, b, answer: said } = answer.steps(i);
    const values = [a, b];
    return {
      question: SIM_QUESTION[question] ?? '',
      function: module.UTF8ToString(module._xip_sim_question_function(question)),
      text: module
        .UTF8ToString(module._xip_sim_question_text(question))
        .replaceAll('%u', () => String(values.shift() ?? '')),
      a,
      b,
      answer: said,
    };
  });
  return { visible: answer.visible, steps };
}
