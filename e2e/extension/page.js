/** In the page's own world, as wallets put themselves there: an EIP-1193 provider, announced by EIP-6963. */
{
  const waiting = new Map()
  const listeners = new Map()

  addEventListener('message', ({ source, data }) => {
    const answer = source === window ? data?.fromBurrow : undefined
    if (answer === undefined) return
    waiting.get(answer.id)?.(answer)
    waiting.delete(answer.id)
  })

  const provider = {
    request: ({ method, params }) =>
      new Promise((resolve, reject) => {
        const id = crypto.randomUUID()
        waiting.set(id, ({ result, error }) => (error === undefined ? resolve(result) : reject(error)))
        postMessage({ toBurrow: { id, method, params } }, location.origin)
      }),
    on: (event, listener) => listeners.set(event, [...(listeners.get(event) ?? []), listener]),
    removeListener: (event, listener) =>
      listeners.set(
        event,
        (listeners.get(event) ?? []).filter((known) => known !== listener),
      ),
  }
  const info = Object.freeze({
    uuid: crypto.randomUUID(),
    name: 'Burrow',
    rdns: 'org.example.burrow',
    icon: `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#7a5230"/><circle cx="4" cy="5" r="2"/></svg>')}`,
  })
  const announce = () =>
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
  addEventListener('eip6963:requestProvider', announce)
  announce()
}
