/**
 * The band of the shared server: one place that every move between the sockets would pass, one after the other. It is in
 * no data sheet, its time was fitted, and what the hardware behind it would be is unknown. It is off unless somebody asks.
 *
 * No single time fits what is published, so there is a band and never a curve. From a prototype's search over 0 to 110 ns:
 * at the lower edge throughput by clients is nearest to its published table (the ratio is off by 9 % from 100 clients on,
 * 16 % at 80 ns, 37 % at 110); at the upper one the largest published gain of a commit, 2.85 for empty SELECTs, is nearly
 * reached (2.7, but 1.2 at the lower edge).
 */
export const SHARED_BAND_NS = { low: 45, high: 110 } as const;
/** In the order of drawing and of modelling. */
export const BAND_EDGES_NS = [SHARED_BAND_NS.low, SHARED_BAND_NS.high] as const;
