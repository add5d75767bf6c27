/** The figures but the rows, which most lessons begin with: fetched together, as one file instead of many small ones. */
export * as horizons from './horizons.tsx';
export * as lanes from './lanes.tsx';
export * as subtrans from './subtrans.tsx';
export * as subxids from './subxids.tsx';
export * as why from './why.tsx';
export * as xids from './xids.tsx';
