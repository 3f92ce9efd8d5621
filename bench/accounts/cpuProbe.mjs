// Loaded before a service (`--import`): tells over the channel to its parent how much processor time it has used, in milliseconds.
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send((user + system) / 1000)
})
// A benchmark that is ended leaves nothing running.
process.on('disconnect', () => process.exit(0))
process.channel.unref()
