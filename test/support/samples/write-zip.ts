// Zip archives and spreadsheets for tests, as other programs write them.
import { crc32, deflateRawSync } from "node:zlib";

export interface ZippedFile {
  name: string;
  content: string | Buffer;
  /** What the archive says of it; as it is when left out. */
  isEncrypted?: boolean;
}

export function writeZip(files: readonly ZippedFile[]): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const { name, content, isEncrypted = false } of files) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes, { level: 9 });
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(isEncrypted ? 1 : 0, 2);
    shared.writeUInt16LE(8, 4);
    shared.writeUInt32LE(crc32(bytes), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(bytes.length, 18);
    shared.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), shared, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    entries.push(Buffer.concat([Buffer.from("PK\u0001\u0002"), Buffer.from([20, 0]), shared, rest, Buffer.from(name)]));
    locals.push(local);
    at += local.length;
  }
  const list = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...locals, list, Buffer.from("PK\u0005\u0006"), end]);
}

/** A workbook of sheets by name, each with its rows; texts are shared as Excel shares them. */
export function writeSheets(sheets: Record<string, readonly (readonly string[])[]>): Buffer {
  const names = Object.keys(sheets);
  const shared = [...new Set(Object.values(sheets).flat(2))];
  return writeZip([
    {
      name: "xl/workbook.xml",
      content: `<?xml version="1.0" encoding="UTF-8"?><workbook xmlns:r="r"><sheets>${names
        .map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`)
        .join("")}</sheets></workbook>`,
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      content: `<Relationships>${names
        .map((_, i) => `<Relationship Id="rId${i + 1}" Target="worksheets/sheet${i + 1}.xml"/>`)
        .join("")}</Relationships>`,
    },
    {
      name: "xl/sharedStrings.xml",
      content: `<sst>${shared.map((text) => `<si><r><t xml:space="preserve">${escaped(text)}</t></r><rPh><t>reading</t></rPh></si>`).join("")}</sst>`,
    },
    ...names.map((name, i) => ({
      name: `xl/worksheets/sheet${i + 1}.xml`,
      content: `<worksheet><sheetData>${sheets[name]!.map((row, y) => rowOf(row, y + 1, shared)).join("")}</sheetData></worksheet>`,
    })),
  ]);
}

/** A workbook of one sheet, which is given as XML. */
export function writeSheet(sheet: string): Buffer {
  return writeZip([
    { name: "xl/workbook.xml", content: '<workbook><sheets><sheet name="S" r:id="r"/></sheets></workbook>' },
    {
      name: "xl/_rels/workbook.xml.rels",
      content: '<Relationships><Relationship Id="r" Target="s.xml"/></Relationships>',
    },
    { name: "xl/s.xml", content: `<worksheet>${sheet}</worksheet>` },
  ]);
}

/** Empty cells are left out, as Excel leaves them out. */
function rowOf(row: readonly string[], number: number, shared: readonly string[]): string {
  const cells = row.map((text, x) => {
    if (text === "") return "";
    const place = `${String.fromCharCode(65 + x)}${number}`;
    if (/^\d+(\.\d+)?$/.test(text)) return `<c r="${place}" s="1"><v>${text}</v></c>`;
    return `<c r="${place}" t="s"><v>${shared.indexOf(text)}</v></c>`;
  });
  return `<row r="${number}">${cells.join("")}</row>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
