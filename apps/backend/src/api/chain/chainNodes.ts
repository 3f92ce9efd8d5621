/** The nodes of one chain, and which of them have failed lately. */
export type ChainNodes = {
  readonly urls: readonly string[]
  /** Numbers of the nodes, those to ask first in front: as they are listed, but the ones that failed lately last. */
  order(): number[]
  failed(node: number): void
}

/** A node that failed is asked last for so long, so that one that hangs does not slow down every call. */
const restMs = 30_000

export function createChainNodes(urls: readonly string[], now: () => number): ChainNodes {
  const restingUntil = urls.map(() => 0)
  const isResting = (node: number): boolean => (restingUntil[node] ?? 0) > now()
  return {
    urls,
    order() {
      const all = urls.map((_, node) => node)
      return [...all.filter((node) => !isResting(node)), ...all.filter(isResting)]
    },
    failed(node) {
      restingUntil[node] = now() + restMs
    },
  }
}
