export type { DeviceLinkPolicy } from '@latchkey/api'
export { type Backend, type BackendSettings, startBackend } from './startBackend.ts'
