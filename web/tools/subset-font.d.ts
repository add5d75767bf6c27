/** The part of subset-font that is used here (its own README describes the rest). */
declare module 'subset-font' {
  export default function subsetFont(
    /** A font's file: SFNT, WOFF or WOFF2. */
    font: Buffer,
    /** The characters to keep. */
    text: string,
    options: {
      readonly targetFormat: 'sfnt' | 'woff' | 'woff2';
      /** By axis, the part of its range to keep. */
      readonly variationAxes?: Readonly<Record<string, { readonly min: number; readonly max: number }>>;
      /** OpenType layout features to keep; all without it. */
      readonly keepFeatures?: string[];
    },
  ): Promise<Buffer>;
}
