/** The parts of a server for documents whose scripts run by hash: files in memory, pages, headers, refusals. */
export { closedPolicy, type Directives, hashSources, policy } from './contentSecurityPolicy.ts'
export type { FrameAddresses, ProjectOrigins } from './FrameAddresses.ts'
export { type FrameManifest, frameManifestFormat, type OriginManifest, placeholders } from './frameManifest.ts'
export { type KeptBuilds, keepBuilds } from './keepBuilds.ts'
export { scriptDocument } from './pages.ts'
export { type ClientLimits, projectGate } from './projectGate.ts'
export { integrityOf, readFiles, readManifest, type ServedFile } from './readFiles.ts'
export { refusals } from './refusals.ts'
export {
  assetResponse,
  closedResponse,
  passkeys,
  permissions,
  type ResponseRow,
  responseHeaders,
} from './responseHeaders.ts'
export { type SecurityContact, securityText, securityTextPath } from './securityText.ts'
export { type Sender, sender } from './sender.ts'
