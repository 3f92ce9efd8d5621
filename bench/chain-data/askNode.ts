/** Makes one JSON-RPC call to a node. Throws an `Error` with the node's own message when it fails. */
export async function askNode(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as { result?: unknown; error?: { message: string } }
  if (error !== undefined) throw new Error(`${method}: ${error.message}`)
  return result
}
