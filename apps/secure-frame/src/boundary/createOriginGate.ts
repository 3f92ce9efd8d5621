export type OriginGate = {
  /** Returns whether a message from `origin` is accepted. The first accepted one pins its origin for the document's lifetime. */
  accepts(origin: string): boolean
  /** Returns the only accepted origin; null until it is known. */
  pinned(): string | null
  /** False when the browser reports an unlisted embedder: then nothing is shown or answered. */
  isOpen: boolean
}

export type OriginGateOptions = {
  /** Returns whether the project lists this exact origin. */
  isListed: (origin: string) => boolean
  /** `location.ancestorOrigins`, parent first; undefined in engines without it. */
  ancestors: readonly string[] | undefined
}

/**
 * Decides which origin may communicate. Where the browser reports the ancestors, all of them have to be listed and the
 * parent is pinned at once; elsewhere the first listed sender is.
 */
export const createOriginGate = ({ isListed, ancestors }: OriginGateOptions): OriginGate => {
  const isOpen = ancestors === undefined || (ancestors.length > 0 && ancestors.every(isListed))
  let pinned = isOpen ? (ancestors?.[0] ?? null) : null
  return {
    isOpen,
    pinned: () => pinned,
    accepts(origin) {
      if (!isOpen) return false
      if (pinned === null && isListed(origin)) pinned = origin
      return pinned === origin
    },
  }
}
