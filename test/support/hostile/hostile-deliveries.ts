// Deliveries that are wrong, strange or meant to harm, each with its answer.
import { gzipSync } from "node:zlib";

const LIMIT = 1_048_576;
const NOT_JSON = "400 invalid_json";
const NO_TITLE = "400 missing_title";
const FORM = { "content-type": "application/x-www-form-urlencoded" };

export type HostileDelivery = [
  sentence: string,
  body: string | Buffer,
  outcome: string,
  headers?: Record<string, string>,
];

const latin1 = (text: string) => Buffer.from(text, "latin1");
const titled = (more: string) => `{"title":"x",${more}}`;
/** Fills a body up to the limit. */
const filled = (start: string, unit: string, end: string) =>
  start + unit.repeat(Math.floor((LIMIT - start.length - end.length) / unit.length)) + end;

const SYNTAX: HostileDelivery[] = [
  ...[
    "",
    "   ",
    "\r\n",
    '{"title":"x"',
    '{"title":"x",}',
    '{title:"x"}',
    "{'title':'x'}",
    '{"title":"x"}{"title":"y"}',
  ],
  ...['{"title":NaN}', '{"title":"x","n":01}', '{"title":"x","n":.5}', '{"title":"x","n":+1}', '{"title":"a\tb"}'],
  ...[
    '{"title":"x"}\0',
    '\u00a0{"title":"x"}',
    '[{"title":"x"}]',
    "null",
    "123",
    "true",
    '"title"',
    'cb({"title":"x"})',
  ],
  ...[')]}\'\n{"title":"x"}', '{"title":"\\u12"}', '{"title":"\\x41"}', "{", "[", "}", '{"title"}', "{,}", "undefined"],
  ...['// c\n{"title":"x"}', '{"title":"x"/**/}', "{}}", "{]", '{"title":"x"}]'],
].map((body): HostileDelivery => [JSON.stringify(body), body, NOT_JSON]);

const TYPES: HostileDelivery[] = [
  ['title:""', '{"title":""}', NO_TITLE],
  ['title:"  "', '{"title":"  "}', NO_TITLE],
  ['title:["a"]', '{"title":["a"]}', NO_TITLE],
  ["title:{}", '{"title":{},"description":[]}', NO_TITLE],
  ["title:true", '{"title":true,"description":false}', NO_TITLE],
  ["no fields", "{}", NO_TITLE],
  ["the title under another case", '{"Title":"x"}', NO_TITLE],
  ["title:123", '{"title":123}', "201"],
  ["title:0", '{"title":0}', "201"],
  ["description:false", titled('"description":false'), "201"],
  ["reporter:{}", titled('"reporter":{}'), "201"],
  ['reporter:{"name":1}', titled('"reporter":{"name":1}'), "201"],
  ["reporter:[]", titled('"reporter":[{"name":"x"}]'), "201"],
  ["external_id:{}", titled('"external_id":{}'), "201"],
  ["external_id:[]", titled('"external_id":[1]'), "201"],
  ["platforms:{}", titled('"platforms":{}'), "201"],
  ["platforms:[null]", titled('"platforms":[null,{},[],0]'), "201"],
  ["priority:{}", titled('"priority":{}'), "201"],
  ['link:["http://a"]', titled('"link":["http://a"]'), "201"],
  ["url:{}", titled('"url":{"href":"http://a"}'), "201"],
  ["source:[]", titled('"source":[]'), "201"],
  [
    "every field null",
    titled('"description":null,"platforms":null,"priority":null,"reporter":null,"link":null'),
    "201",
  ],
];

const NUMBERS: HostileDelivery[] = [
  ["1e400", titled('"external_id":1e400,"priority":1e400'), "201"],
  ["1E-400", titled('"external_id":1E-400'), "201"],
  ["-0", titled('"external_id":-0'), "201"],
  ["a number as every field", '{"title":1e400,"description":1}', "201"],
];

const KEYS: HostileDelivery[] = [
  ["__proto__", titled('"__proto__":{"polluted":1}'), "201"],
  ["__proto__ in escapes", titled('"\\u005f\\u005fproto\\u005f\\u005f":{"polluted":1}'), "201"],
  ["a title only on the prototype", '{"__proto__":{"title":"x"}}', NO_TITLE],
  ["constructor.prototype", titled('"constructor":{"prototype":{"polluted":1}}'), "201"],
  ["methods of every object", '{"hasOwnProperty":1,"toString":1,"valueOf":1,"toJSON":1,"title":"x"}', "201"],
  ["an empty key", '{"":1,"title":"x"}', "201"],
  ["a title twice, the last empty", '{"title":"x","title":""}', NO_TITLE],
  ["__proto__ in a form", "title=x&__proto__=1&__proto__[polluted]=1&constructor.prototype.polluted=1", "201", FORM],
  ["a payload that pollutes", `payload=${encodeURIComponent(titled('"__proto__":{"polluted":1}'))}`, "201", FORM],
  ["a reporter that pollutes", titled('"reporter":{"__proto__":{"polluted":1},"name":"Ann"}'), "201"],
];

const BYTES: HostileDelivery[] = [
  ["gzip that is declared", gzipSync('{"title":"x"}'), NOT_JSON, { "content-encoding": "gzip" }],
  ["gzip that is not declared", gzipSync('{"title":"x"}'), NOT_JSON],
  ["plain JSON declared as gzip", '{"title":"x"}', NOT_JSON, { "content-encoding": "gzip" }],
  ["br, deflate, two at once", '{"title":"x"}', NOT_JSON, { "content-encoding": "br, deflate" }],
  ["identity", '{"title":"x"}', "201", { "content-encoding": "identity" }],
  ["a gzip bomb", gzipSync(Buffer.alloc(20_000_000)), NOT_JSON, { "content-encoding": "gzip" }],
  ["a byte order mark", '\ufeff{"title":"x"}', "201"],
  ["two byte order marks", '\ufeff\ufeff{"title":"x"}', NOT_JSON],
  ["UTF-16LE", Buffer.from('\ufeff{"title":"x"}', "utf16le"), NOT_JSON],
  ["UTF-16LE without a mark", Buffer.from('{"title":"x"}', "utf16le"), NOT_JSON],
  ["an overlong byte sequence", latin1('{"title":"\xc0\xaf"}'), NOT_JSON],
  ["half a pair in UTF-8", latin1('{"title":"\xed\xa0\x80"}'), NOT_JSON],
  [
    "a byte of Latin-1, said to be",
    latin1('{"title":"\xe9"}'),
    NOT_JSON,
    { "content-type": "text/plain; charset=latin1" },
  ],
  ["half a pair in an escape", '{"title":"a\\ud800b","external_id":"\\udc00","source":"\\ud800"}', "201"],
  ["NUL escapes", '{"title":"a\\u0000b","source":"\\u0000s","external_id":"\\u0000"}', "201"],
  ["nothing but NUL escapes", '{"title":"\\u0000"}', NO_TITLE],
  ["direction marks and joiners", titled('"description":"\u202e\u200b\u2066\ufeff","source":"\u202eevil"'), "201"],
  ["a thousand combining marks", `{"title":"x${"\u0301".repeat(1_000)}"}`, "201"],
  ["random bytes", Buffer.from(Array.from({ length: 5_000 }, (_, i) => (i * i * 31) % 256)), NOT_JSON],
];

const LARGE: HostileDelivery[] = [
  ["a megabyte of opened lists", filled('{"title":', "[", ""), NOT_JSON],
  ["a megabyte of opened objects", filled("", '{"a":', ""), NOT_JSON],
  ["lists 600 deep, well-formed", titled(`"a":${"[".repeat(600)}${"]".repeat(600)}`), NOT_JSON],
  ["lists 500 deep", titled(`"a":${"[".repeat(500)}${"]".repeat(500)}`), "201"],
  ["a number of a million digits", filled('{"title":"x","external_id":', "7", "}"), "201"],
  ["a title of a million digits", filled('{"title":', "7", "}"), "201"],
  ["a megabyte of escapes", filled('{"title":"', "\\u0041", '"}'), "201"],
  ["a megabyte of one letter", filled('{"title":"', "x", '"}'), "201"],
  ["a megabyte of spaces in a title", filled('{"title":"', " ", '"}'), NO_TITLE],
  ["a megabyte of line breaks", filled('{"description":"', "\\n", '"}'), NO_TITLE],
  ["a megabyte of commas in platforms", filled('{"title":"x","platforms":"', ",", '"}'), "201"],
  ["a megabyte of small keys", filled('{"title":"x"', ',"a":1', "}"), NOT_JSON],
  ["a megabyte of small numbers", filled('{"title":"x","a":[1', ",1", "]}"), NOT_JSON],
  ["a megabyte of long numbers", filled('{"title":"x","a":[1', ",12345678901234567890", "]}"), "201"],
  ["a link of a megabyte", filled('{"title":"x","link":"https://a/', "a", '"}'), "201"],
  ["an address of a megabyte", filled('{"title":"x","reporter":{"name":"A","email":"', "a", '!"}}'), "201"],
  ["a megabyte of ampersands", filled("a=1", "&", ""), NO_TITLE, FORM],
  ["a megabyte of fields", filled("title=x", "&a=1", ""), NOT_JSON, FORM],
  ["a megabyte of percent signs", filled("title=", "%", ""), "201", FORM],
  ["a megabyte of dashes", filled("--b\r\nContent-", "-", ""), NOT_JSON],
  ["a megabyte of boundaries", filled("--b\r\nContent-A: b\r\n\r\n", "--b\r\n", ""), NOT_JSON],
];

export const HOSTILE_DELIVERIES: Readonly<Record<string, readonly HostileDelivery[]>> = {
  "JSON that is none": SYNTAX,
  "fields of a wrong type": TYPES,
  numbers: NUMBERS,
  "poisonous keys": KEYS,
  "bytes and encodings": BYTES,
  "a megabyte": LARGE,
};
