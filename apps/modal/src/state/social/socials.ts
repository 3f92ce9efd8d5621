import { loginProviders } from '@latchkey/protocol/loginProviders'
import { atom } from 'jotai/vanilla'
import type { SocialProvider } from '../../Modal.ts'
import { featuresAtom } from '../../remote-config/features.ts'
import { servicesAtom } from '../../services.ts'

/**
 * Whether a page shows in an app's in-app browser: Android has a marker for it; on iOS only a browser names its Safari, and the largest
 * apps name themselves.
 */
export const isWebView = (userAgent: string): boolean =>
  /; wv\)|\bFB(?:AN|AV|_IAB)\b|\bInstagram\b|\bLine\/|\bMicroMessenger\b/.test(userAgent) ||
  (/\b(?:iPhone|iPad|iPod)\b/.test(userAgent) && !/\bSafari\//.test(userAgent))

/** The login providers that the site offers and that can work here, in its order, each once. */
export const socialsAtom = atom((get): readonly SocialProvider[] => {
  const { page } = get(servicesAtom)
  const known = get(featuresAtom).socials.filter((name) => Object.hasOwn(loginProviders, name))
  const isOpenHere = (name: SocialProvider) =>
    loginProviders[name].webViews === 'works' || !isWebView(page.navigator.userAgent)
  return [...new Set(known)].filter(isOpenHere)
})
