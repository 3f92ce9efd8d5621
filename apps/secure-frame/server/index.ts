export { type FrameServer, type FrameServerSettings, startFrameServer } from './startFrameServer.ts'
