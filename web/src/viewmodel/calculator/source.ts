/** Where the calculator's published figures come from. Apart from them, because the address needs the figures and not the tables. */
import { PUBLISHED } from '../../scenario/published.ts';

export const CALCULATOR_SOURCE = PUBLISHED.idleConnections.source;
