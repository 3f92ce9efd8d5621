export type RpcCall = { method: string; params: readonly unknown[] }

type Answer = { id?: unknown; result?: unknown; error?: { message: string } }

const post = async (url: string, body: unknown): Promise<unknown> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  })
  return response.json()
}

const resultOf = (method: string, { error, result }: Answer): unknown => {
  if (error !== undefined) throw new Error(`${method}: ${error.message}`)
  return result
}

/** Makes one JSON-RPC call over HTTP. Throws `Error` with the node's own message when it fails. */
export const rpc = async (url: string, method: string, params: readonly unknown[]): Promise<unknown> =>
  resultOf(method, (await post(url, { jsonrpc: '2.0', id: 1, method, params })) as Answer)

/** Makes several calls at once, in no order; returns results in the order of the calls. Throws as `rpc` for the first failure. */
export const rpcBatch = async (url: string, calls: readonly RpcCall[]): Promise<unknown[]> => {
  const body = calls.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params }))
  const answers = (await post(url, body)) as Answer[]
  const byId = new Map(answers.map((answer) => [answer.id, answer]))
  return calls.map(({ method }, id) => resultOf(method, byId.get(id) ?? { error: { message: 'no answer' } }))
}
