export { CommonClient } from './CommonClient.ts'
export { openWebSocket as WebSocket } from './openWebSocket.ts'
