const longest = 254
/** An email address as the HTML standard defines it, with a domain of at least two labels. */
export const emailShape =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/

/** Returns whether `text` is an email address that a code can be sent to. Trim it first. */
export const isEmail = (text: string): boolean => text.length <= longest && emailShape.test(text)
