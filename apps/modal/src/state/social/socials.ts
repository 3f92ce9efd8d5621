import { loginProviders } from '@latchkey/protocol/loginProviders'
import { atom } from 'jotai/vanilla'
import type { SocialProvider } from '../../Modal.ts'
import { featuresAtom } from '../../remote-config/features.ts'
import { servicesAtom } from '../../services.ts'

/**
 * Whether a page shows in the browser view of an app: Android says so; on iOS a browser alone names its Safari, and the apps
 * with the most visitors name themselves.
 */
export const isWebView = (userAgent: string): boolean =>
  /; wv\)|\bFB(?:AN|AV|_IAB)\b|\bInstagram\b|\bLine\/|\bMicroMessenger\b/.test(userAgent) ||
  (/\b(?:iPhone|iPad|iPod)\b/.test(userAgent) && !/\bSafari\//.test(userAgent))

/** Whom the site offers to sign in with and can work here, in its order, each once. */
export const socialsAtom = atom((get): readonly SocialProvider[] => {
  const { page } = get(servicesAtom)
  const known = get(featuresAtom).socials.filter((name) => Object.hasOwn(loginProviders, name))
  const isOpenHere = (name: SocialProvider) =>
    loginProviders[name].webViews === 'works' || !isWebView(page.navigator.userAgent)
  return [...new Set(known)].filter(isOpenHere)
})
