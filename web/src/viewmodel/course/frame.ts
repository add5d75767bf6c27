/** What a course and the page in its frame call each other. */
export const COURSE_FRAME = 'xipscope-course';
export const PLACE_EVENT = 'xip-place';
