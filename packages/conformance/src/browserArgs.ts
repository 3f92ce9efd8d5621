import { chromiumLaunch } from '../../../scripts/chromiumLaunch.ts'

/**
 * The arguments that all of ours share, with one check less. The kit's page is served inside the browser and so has no
 * address: Chromium would take it for a page of the internet and keep it from a frame on this machine.
 */
export const browserArgs: readonly string[] = chromiumLaunch.args.map((arg) =>
  arg.startsWith('--disable-features=') ? `${arg},LocalNetworkAccessChecks` : arg,
)
