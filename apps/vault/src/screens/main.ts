import { startPseudoLocale } from '@latchkey/copy/pseudoLocale'
import { openScreens as open, type ScreenSurroundings, type Screens } from './openScreens.ts'

/** Opens the screens; in a development build in the language of the document's URL (`lang=en-XA`). */
export const openScreens = async (surroundings: ScreenSurroundings): Promise<Screens> => {
  if (import.meta.env.DEV) await startPseudoLocale(new URLSearchParams(surroundings.window.location.search).get('lang'))
  return open(surroundings)
}
