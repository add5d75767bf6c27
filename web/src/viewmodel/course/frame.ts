/** The name by which a course and the page in its frame recognize each other's messages. */
export const COURSE_FRAME = 'xipscope-course';
export const PLACE_EVENT = 'xip-place';
