// A setting that is wrong: the start stops with its sentence.

export class ConfigError extends Error {}
