/** A compiled message: its text, or a function of its arguments. */
export type Message = string | ((values: never) => string)

/** The compiled messages of one feature in one language. */
export type Messages = Readonly<Record<string, Message>>
