/** Between the page and the extension: what the one asks, the other answers. */
addEventListener('message', async ({ source, data }) => {
  const asked = source === window ? data?.toBurrow : undefined
  if (asked === undefined) return
  const answer = await chrome.runtime.sendMessage({ method: asked.method, params: asked.params })
  postMessage({ fromBurrow: { id: asked.id, ...answer } }, location.origin)
})
