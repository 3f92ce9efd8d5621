/** How a client opens its socket: by the WebSocket of the platform. */
export const openWebSocket = (address: string): WebSocket => new WebSocket(address)
