import { chromiumLaunch } from '../../../scripts/chromiumLaunch.ts'

/**
 * Our shared Chromium arguments, with one check disabled. The kit's page is served inside the browser and so has no address: Chromium would
 * treat it as an internet page and block it from a frame on this machine.
 */
export const browserArgs: readonly string[] = chromiumLaunch.args.map((arg) =>
  arg.startsWith('--disable-features=') ? `${arg},LocalNetworkAccessChecks` : arg,
)
