export type { DeviceLinkPolicy } from './api/deviceLink/deviceLinkService.ts'
export { type LogEntry, silentLog } from './log.ts'
export { type Backend, type BackendSettings, startBackend } from './startBackend.ts'
