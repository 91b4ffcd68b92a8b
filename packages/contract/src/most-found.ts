/** Of what is searched for: more than this nobody looks through, and the text has to say more. */
export const mostFound = 1000
