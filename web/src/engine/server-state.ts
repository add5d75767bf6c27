/**
 * What a simulated server looks like between two steps: the state of a trace line, a page as pageinspect shows it, and why a row is visible.
 */
export type {};
