/** Nodes that answer by their URL, and the calls they received. */
export type NodeCall = { url: string; method: string; params: unknown[] }
export type NodeAnswer = { status?: number; body: unknown } | Error | 'hang'

type Body = { id: unknown; method: string; params: unknown[] }

/** `knowsBatches`: otherwise batches get the same answer as invalid input. `sent`: how many requests were in each body. */
export const createTestNodes = (answer: (call: NodeCall) => NodeAnswer, { knowsBatches = true } = {}) => {
  const asked: NodeCall[] = []
  const sent: number[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const body = JSON.parse(String(init?.body)) as Body | Body[]
    sent.push([body].flat().length)
    if (Array.isArray(body) && !knowsBatches)
      return Response.json({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no batches here' } })
    const all = [body].flat().map(({ id, method, params }) => {
      const call = { url: String(input), method, params }
      asked.push(call)
      return { id, answered: answer(call) }
    })
    const bodies: unknown[] = []
    // A failure of one request fails the whole batch.
    for (const { id, answered } of all) {
      if (answered instanceof Error) throw answered
      if (answered === 'hang') {
        return new Promise((_, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
        })
      }
      const { status = 200, body: own } = answered
      if (!Array.isArray(body) || status !== 200)
        return new Response(typeof own === 'string' ? own : JSON.stringify(own), { status })
      bodies.push(typeof own === 'object' ? { ...own, id } : own)
    }
    return Response.json(bodies)
  }
  return { fetch, asked, sent }
}

export const result = (value: unknown): NodeAnswer => ({ body: { jsonrpc: '2.0', id: 1, result: value } })
