/** Nodes that answer by their address, and what they were asked. */
export type NodeCall = { url: string; method: string; params: unknown[] }
export type NodeAnswer = { status?: number; body: unknown } | Error | 'hang'

export const createTestNodes = (answer: (call: NodeCall) => NodeAnswer) => {
  const asked: NodeCall[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { method, params } = JSON.parse(String(init?.body)) as NodeCall
    const call = { url: String(input), method, params }
    asked.push(call)
    const answered = answer(call)
    if (answered instanceof Error) throw answered
    if (answered === 'hang') {
      return new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      })
    }
    const text = typeof answered.body === 'string' ? answered.body : JSON.stringify(answered.body)
    return new Response(text, { status: answered.status ?? 200 })
  }
  return { fetch, asked }
}

export const result = (value: unknown): NodeAnswer => ({ body: { jsonrpc: '2.0', id: 1, result: value } })
