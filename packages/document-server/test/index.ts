export { expectSharedHeaders } from './expectSharedHeaders.ts'
