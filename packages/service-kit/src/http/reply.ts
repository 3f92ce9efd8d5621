const isReply = Symbol('reply')

/** An answer with a status of its own although nothing went wrong here: degraded health, a chain that is out of reach. */
export type Reply<body> = { readonly [isReply]: true; readonly status: number; readonly body: body }

/** Returns a handler's answer with a status other than 200. */
export const withStatus = <body>(status: number, body: body): Reply<body> => ({ [isReply]: true, status, body })

/** Whatever a handler has answered, with its status. */
export const statusAndBody = (answered: unknown): { status: number; body: unknown } =>
  typeof answered === 'object' && answered !== null && isReply in answered
    ? (answered as Reply<unknown>)
    : { status: 200, body: answered }
