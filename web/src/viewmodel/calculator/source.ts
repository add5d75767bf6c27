/** The source of the calculator's published figures. In a separate file, because the address needs the figures and not the tables. */
import { PUBLISHED } from '../../scenario/published.ts';

export const CALCULATOR_SOURCE = PUBLISHED.idleConnections.source;
