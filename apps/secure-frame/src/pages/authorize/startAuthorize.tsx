import '../../approvals/screen/approval.css'
import '../../login/login.css'
import '../link/link.css'
import '../settings/settings.css'
import { forgetAgreed } from '../forgetAgreed.ts'
import { mountPage } from '../link/mountPage.ts'
import { openSettings } from '../settings/openSettings.ts'
import { AuthorizePage } from './AuthorizePage.tsx'
import { agreedApps } from './agreedApps.ts'
import { createAuthorizing } from './createAuthorizing.ts'
import { readAddress } from './readAddress.ts'

/** The page to which an app sends its users to sign in, by way of the API. */
export const startAuthorize = async (window: Window): Promise<void> => {
  const opened = openSettings(window, () => forgetAgreed(window))
  if (opened === null) return
  const { settings, session, client, apiUrl } = opened
  const { document, location } = window
  window.addEventListener('hashchange', () => location.reload())
  const authorizing = createAuthorizing({
    address: readAddress(location.hash),
    read: (authorization) => client.call('readAuthorization', { authorization }),
    allow: (caller, authorization) => session.call(caller, 'allowAuthorization', { authorization }),
    confirmed: settings.confirmed,
    agreed: agreedApps(window),
    apiUrl,
    go: (address) => location.replace(address),
  })
  mountPage(
    document.body.appendChild(document.createElement('div')),
    <AuthorizePage authorizing={authorizing} settings={settings} />,
  )
  await authorizing.read()
  if (authorizing.current().kind !== 'refused') await settings.open()
}
