export type OriginGate = {
  /** Whether a message from `origin` may pass. The first one that may pins its origin for the life of the document. */
  accepts(origin: string): boolean
  /** The one origin we talk with; null until it is known. */
  pinned(): string | null
  /** False when the browser already says that somebody who is not listed embeds us: then nothing is shown or answered. */
  isOpen: boolean
}

export type OriginGateOptions = {
  /** Whether the project lists this exact origin. */
  isListed: (origin: string) => boolean
  /** `location.ancestorOrigins`, parent first; undefined in engines that do not tell. */
  ancestors: readonly string[] | undefined
}

/**
 * Decides who is on the other side. Where the browser names the ancestors, all of them have to be listed and the parent
 * is pinned at once; elsewhere the first listed sender is.
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
