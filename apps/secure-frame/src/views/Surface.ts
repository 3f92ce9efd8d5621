import type { ProjectBrand } from '@latchkey/api-client/projectBrand'
import type { DappMetadata } from '@latchkey/protocol'
import { brandAccent, type ColorMode, guardTheme, type ThemeVariables } from '@latchkey/protocol/theme'

/** The requesting site as it is shown. `isConfirmed`: from the operator; otherwise from the page itself. */
export type SiteClaim = DappMetadata & { readonly isConfirmed?: boolean | undefined }

/** The wallet's theme, and the requesting site. */
export type SurfaceState = {
  readonly theme: { readonly mode: ColorMode; readonly variables: ThemeVariables }
  readonly claim: SiteClaim | null
  /** The project's; null where the operator has confirmed none. */
  readonly brand: ProjectBrand | null
}

/** The page's theme. */
type Wishes = { readonly theme: SurfaceState['theme']; readonly claim: SiteClaim | null }

/** The effective theme; views subscribe to it. */
export type Surface = {
  state(): SurfaceState
  change(part: Partial<Wishes>): void
  subscribe(onChange: () => void): () => void
}

/** A brand replaces the page's accent and the page's description of itself: no message changes either. */
export const createSurface = (brand: ProjectBrand | null = null): Surface => {
  const dress = ({ theme: { mode, variables }, claim }: Wishes): SurfaceState => ({
    brand,
    claim: brand === null ? claim : confirmed(brand),
    theme: {
      mode,
      variables:
        brand?.color === undefined ? variables : guardTheme(mode, { ...variables, ...brandAccent(mode, brand.color) }),
    },
  })
  let wishes: Wishes = { theme: { mode: 'dark', variables: {} }, claim: null }
  let state = dress(wishes)
  const subscribers = new Set<() => void>()
  return {
    state: () => state,
    change(part) {
      wishes = { ...wishes, ...part }
      state = dress(wishes)
      for (const notify of subscribers) notify()
    },
    subscribe(onChange) {
      subscribers.add(onChange)
      return () => subscribers.delete(onChange)
    },
  }
}

const confirmed = ({ name, logo, links }: ProjectBrand): SiteClaim => ({
  name,
  description: '',
  url: links?.home ?? '',
  icons: logo === undefined ? [] : [logo],
  isConfirmed: true,
})
