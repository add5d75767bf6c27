/** Whether a serialization failure was a false alarm, as the worker tells it. */

/** Why the comparison with serial orders says nothing. */
export type SerialDoubt =
  /** More than MOST_IN_ORDER transactions. */
  | 'many'
  /** A snapshot of the set-up, or a session outside the spec. */
  | 'outside'
  /** One step ends a transaction and begins another one. */
  | 'shared-step'
  /** A transaction that is not serializable may have written. */
  | 'others-wrote'
  /** Two of one session: only its own order was tried. */
  | 'one-session'
  /** A statement asks for places, xids, sequences or the time, which every order changes. */
  | 'places'
  /** SKIP LOCKED: what is skipped depends on who runs at that moment. */
  | 'skips'
  /** Prepared transactions. */
  | 'prepared'
  /** A statement waits, or fails even without SSI, or got another answer. */
  | 'not-repeated'
  /** The work of one request is used up. */
  | 'limit';

/** Transactions by number. */
export type SerialFinding =
  /** A false alarm: this order fits. */
  | { readonly kind: 'fits'; readonly victim: number; readonly order: readonly number[] }
  /** None of so many orders fits. */
  | { readonly kind: 'none'; readonly victim: number; readonly of: readonly number[]; readonly orders: number }
  | { readonly kind: 'undecided'; readonly why: SerialDoubt };
