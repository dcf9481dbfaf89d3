// Lua for wrk that sends a signed delivery with a new id each time. Of the HMAC only the last blocks are worked out per
// request: what stands before the id is the same every time.

interface SignedDelivery {
  /** Paths that are sent to in turn. */
  paths: readonly string[];
  secret: string;
  /** The body in front of the id and behind it. */
  before: string;
  after: string;
  /** Tells this run's ids from those of all other runs. */
  run: string;
}

export function signedDelivery({ paths, secret, before, after, run }: SignedDelivery): string {
  return `${SHA256}
local key = ${JSON.stringify(secret)}
if #key > 64 then error("the secret is longer than a block") end
local pad = function(byte)
  local out = {}
  for i = 1, 64 do out[i] = string.char(bit.bxor(key:byte(i) or 0, byte)) end
  return table.concat(out)
end
local before = ${JSON.stringify(before)}
local inner = pad(0x36) .. before
local whole = #inner - #inner % 64
local innerState = absorb(start(), inner:sub(1, whole))
local innerRest = inner:sub(whole + 1)
local outerState = absorb(start(), pad(0x5c))
local paths = {${paths.map((path) => JSON.stringify(path)).join(",")}}
local n = 0
request = function()
  n = n + 1
  local tail = ${JSON.stringify(`${run}-`)} .. n .. ${JSON.stringify(after)}
  local digest = finish(innerState, innerRest .. tail, #inner + #tail)
  local signature = hex(finish(outerState, bytes(digest), 96))
  wrk.headers["x-signature"] = "sha256=" .. signature
  return wrk.format("POST", paths[1 + n % #paths], nil, before .. tail)
end`;
}

const SHA256 = `local bit = require("bit")
local band, bxor, ror, rshift, tobit, bnot = bit.band, bit.bxor, bit.ror, bit.rshift, bit.tobit, bit.bnot
local K = {}
do
  local fraction = function(x) return tobit(math.floor((x - math.floor(x)) * 4294967296)) end
  local n, candidate = 0, 2
  while n < 64 do
    local prime = true
    for d = 2, math.floor(math.sqrt(candidate)) do if candidate % d == 0 then prime = false break end end
    if prime then n = n + 1 K[n] = fraction(candidate ^ (1 / 3)) end
    candidate = candidate + 1
  end
end
local start = function()
  return { 0x6a09e667, tobit(0xbb67ae85), 0x3c6ef372, tobit(0xa54ff53a), 0x510e527f, tobit(0x9b05688c), 0x1f83d9ab, 0x5be0cd19 }
end
local w = {}
local absorb = function(state, text)
  for at = 1, #text, 64 do
    for i = 1, 16 do
      local p = at + (i - 1) * 4
      local a, b, c, d = text:byte(p, p + 3)
      w[i] = tobit(a * 16777216 + b * 65536 + c * 256 + d)
    end
    for i = 17, 64 do
      local x, y = w[i - 15], w[i - 2]
      local s0 = bxor(ror(x, 7), ror(x, 18), rshift(x, 3))
      local s1 = bxor(ror(y, 17), ror(y, 19), rshift(y, 10))
      w[i] = tobit(w[i - 16] + s0 + w[i - 7] + s1)
    end
    local a, b, c, d, e, f, g, h = state[1], state[2], state[3], state[4], state[5], state[6], state[7], state[8]
    for i = 1, 64 do
      local t1 = tobit(h + bxor(ror(e, 6), ror(e, 11), ror(e, 25)) + bxor(band(e, f), band(bnot(e), g)) + K[i] + w[i])
      local t2 = tobit(bxor(ror(a, 2), ror(a, 13), ror(a, 22)) + bxor(band(a, b), band(a, c), band(b, c)))
      h, g, f, e, d, c, b, a = g, f, e, tobit(d + t1), c, b, a, tobit(t1 + t2)
    end
    state[1], state[2], state[3], state[4] = tobit(state[1] + a), tobit(state[2] + b), tobit(state[3] + c), tobit(state[4] + d)
    state[5], state[6], state[7], state[8] = tobit(state[5] + e), tobit(state[6] + f), tobit(state[7] + g), tobit(state[8] + h)
  end
  return state
end
local finish = function(state, rest, total)
  local copy = { state[1], state[2], state[3], state[4], state[5], state[6], state[7], state[8] }
  local zeros = (55 - #rest) % 64
  local bits = total * 8
  local length = string.char(0, 0, 0, 0, rshift(bits, 24), band(rshift(bits, 16), 255), band(rshift(bits, 8), 255), band(bits, 255))
  return absorb(copy, rest .. "\\128" .. string.rep("\\0", zeros) .. length)
end
local bytes = function(state)
  local out = {}
  for i = 1, 8 do
    local word = state[i]
    out[i] = string.char(band(rshift(word, 24), 255), band(rshift(word, 16), 255), band(rshift(word, 8), 255), band(word, 255))
  end
  return table.concat(out)
end
local hex = function(state)
  local out = {}
  for i = 1, 8 do out[i] = bit.tohex(state[i]) end
  return table.concat(out)
end`;
