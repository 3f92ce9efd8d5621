import { startPseudoLocale } from '@latchkey/copy/pseudoLocale'

/** Stores the choice for a window that comes back from a login provider: its URL no longer has it. */
const storageKey = 'latchkey-language'

type Place = {
  location: Pick<Location, 'search'>
  /** Throws where the browser gives an embedded page no storage. */
  readonly sessionStorage: Pick<Storage, 'getItem' | 'setItem'>
}

/**
 * Starts to load the pseudo-locale when the document's URL asks for it: `?lang=en-XA`. `withCopy` waits for it.
 *
 * Only development builds call this; others contain neither it nor its words.
 */
export const startPseudoLanguage = (place: Place): void => {
  const asked = new URLSearchParams(place.location.search).get('lang')
  void startPseudoLocale(asked ?? keptLanguage(place))
  if (asked !== null) keepLanguage(place, asked)
}

const keptLanguage = (place: Place): string | null => {
  try {
    return place.sessionStorage.getItem(storageKey)
  } catch {
    return null
  }
}

const keepLanguage = (place: Place, language: string): void => {
  try {
    place.sessionStorage.setItem(storageKey, language)
  } catch {
    // Its URL has it too.
  }
}
