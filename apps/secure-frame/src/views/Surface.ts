import type { ProjectBrand } from '@latchkey/api-client/projectBrand'
import type { DappMetadata } from '@latchkey/protocol'
import { brandAccent, type ColorMode, guardTheme, type ThemeVariables } from '@latchkey/protocol/theme'

/** What is shown of the site that asks. `isConfirmed`: the operator says so; else the page says it of itself. */
export type SiteClaim = DappMetadata & { readonly isConfirmed?: boolean | undefined }

/** How the wallet looks and which site it says it is asked by. */
export type SurfaceState = {
  readonly theme: { readonly mode: ColorMode; readonly variables: ThemeVariables }
  readonly claim: SiteClaim | null
  /** Of the project; null where the operator has confirmed none. */
  readonly brand: ProjectBrand | null
}

/** What the page wishes for. */
type Wishes = { readonly theme: SurfaceState['theme']; readonly claim: SiteClaim | null }

/** What is drawn; views subscribe to it. */
export type Surface = {
  state(): SurfaceState
  change(part: Partial<Wishes>): void
  subscribe(onChange: () => void): () => void
}

/** A brand takes the place of the page's accent and of what the page says of itself: no message changes either. */
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
