export { describeBuiltFrame } from './describeFrame.ts'
export { type FrameServer, type FrameServerSettings, startFrameServer } from './startFrameServer.ts'
