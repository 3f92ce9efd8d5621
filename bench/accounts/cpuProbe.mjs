// Loaded before a service (`--import`): sends its used processor time to its parent, in milliseconds.
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send((user + system) / 1000)
})
// An aborted benchmark leaves nothing running.
process.on('disconnect', () => process.exit(0))
process.channel.unref()
