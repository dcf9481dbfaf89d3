// The programs that write spreadsheets: the two offices of Debian, and libraries that tools export with.
import type { Writer } from "./book.ts";

const OPENPYXL = `import datetime, json
from openpyxl import Workbook
from openpyxl.comments import Comment
from openpyxl.styles import Alignment

book = Workbook()
book.remove(book.active)
for told in json.load(open("book.json")):
    sheet = book.create_sheet(told["name"])
    if told.get("isHidden"):
        sheet.sheet_state = "hidden"
    for y, row in enumerate(told["rows"], 1):
        for x, one in enumerate(row, 1):
            cell = sheet.cell(y, x)
            one = {"text": one} if isinstance(one, str) else one
            if "number" in one:
                cell.value = one["number"]
            elif "date" in one:
                cell.value = datetime.date.fromisoformat(one["date"])
            elif "yes" in one:
                cell.value = one["yes"]
            elif "formula" in one:
                cell.value = "=" + one["formula"]
            elif "parts" in one:
                cell.value = "".join(one["parts"])
            elif one["text"] != "":
                cell.value = one["text"]
                cell.alignment = Alignment(wrap_text=True)
            if "format" in one:
                cell.number_format = one["format"]
            if "link" in one:
                cell.hyperlink = one["link"]
            if "note" in one:
                cell.comment = Comment(one["note"], "Ann")
    for merged in told.get("merged", []):
        sheet.merge_cells(merged)
book.save("book.xlsx")
`;

const XLSXWRITER = `import datetime, json
import xlsxwriter

book = xlsxwriter.Workbook("book.xlsx")
bold = book.add_format({"bold": True})
wrapped = book.add_format({"text_wrap": True})
for told in json.load(open("book.json")):
    sheet = book.add_worksheet(told["name"])
    if told.get("isHidden"):
        sheet.hide()
    for merged in told.get("merged", []):
        sheet.merge_range(merged, "")
    for y, row in enumerate(told["rows"]):
        for x, one in enumerate(row):
            one = {"text": one} if isinstance(one, str) else one
            shown = book.add_format({"num_format": one["format"]}) if "format" in one else None
            if "number" in one:
                sheet.write_number(y, x, one["number"], shown)
            elif "date" in one:
                sheet.write_datetime(y, x, datetime.date.fromisoformat(one["date"]), shown)
            elif "yes" in one:
                sheet.write_boolean(y, x, one["yes"])
            elif "formula" in one:
                sheet.write_formula(y, x, "=" + one["formula"], None, one["shown"])
            elif "parts" in one:
                first, second, third = one["parts"]
                sheet.write_rich_string(y, x, first, bold, second, third)
            elif "link" in one:
                sheet.write_url(y, x, one["link"], string=one["text"])
            elif one["text"] != "":
                sheet.write_string(y, x, one["text"], wrapped)
            if "note" in one:
                sheet.write_comment(y, x, one["note"])
book.close()
`;

const EXCELJS = `import { readFileSync } from "node:fs";
import ExcelJS from "exceljs";

const book = new ExcelJS.Workbook();
for (const told of JSON.parse(readFileSync("book.json", "utf8"))) {
  const sheet = book.addWorksheet(told.name, { state: told.isHidden ? "hidden" : "visible" });
  told.rows.forEach((row, y) => row.forEach((one, x) => {
    if (one === "") return;
    const cell = sheet.getCell(y + 1, x + 1);
    if (typeof one === "string") cell.value = one;
    else if ("number" in one) cell.value = one.number;
    else if ("date" in one) cell.value = new Date(one.date + "T00:00:00Z");
    else if ("yes" in one) cell.value = one.yes;
    else if ("formula" in one) cell.value = { formula: one.formula, result: one.shown };
    else if ("parts" in one) cell.value = { richText: one.parts.map((text, n) => (n % 2 ? { text, font: { bold: true } } : { text })) };
    else cell.value = "link" in one ? { text: one.text, hyperlink: one.link } : one.text;
    if (one.format) cell.numFmt = one.format;
    if (one.note) cell.note = one.note;
  }));
  for (const merged of told.merged ?? []) sheet.mergeCells(merged);
}
await book.xlsx.writeFile("book.xlsx");
`;

const SHEETJS = `import { readFileSync } from "node:fs";
import XLSX from "xlsx";

const book = XLSX.utils.book_new();
const told = JSON.parse(readFileSync("book.json", "utf8"));
for (const { name, rows, merged = [] } of told) {
  const sheet = XLSX.utils.aoa_to_sheet(rows.map((row) => row.map((one) => {
    if (one === "") return null;
    if (typeof one === "string") return { t: "s", v: one };
    const z = one.format;
    if ("number" in one) return { t: "n", v: one.number, ...(z && { z }) };
    if ("date" in one) return { t: "n", v: Date.parse(one.date) / 86400000 + 25569, z };
    if ("yes" in one) return { t: "b", v: one.yes };
    if ("formula" in one) return { t: "s", f: one.formula, v: one.shown };
    if ("parts" in one) return { t: "s", v: one.parts.join("") };
    const c = one.note && Object.assign([{ a: "Ann", t: one.note }], { hidden: true });
    return { t: "s", v: one.text, ...(one.link && { l: { Target: one.link } }), ...(c && { c }) };
  })));
  sheet["!merges"] = merged.map(XLSX.utils.decode_range);
  XLSX.utils.book_append_sheet(book, sheet, name);
}
book.Workbook = { Sheets: told.map(({ isHidden }) => ({ Hidden: isHidden ? 1 : 0 })) };
XLSX.writeFile(book, "book.xlsx");
`;

const python = (module: string) => `/usr/bin/python3 -c 'import ${module}; print(${module}.__version__)'`;
const npm = (name: string) => `node -p 'require("${name}/package.json").version'`;

/** The first writes what others save again. */
export const WRITERS: readonly Writer[] = [
  {
    name: "openpyxl",
    key: "openpyxl",
    debian: "python3-openpyxl",
    files: { "write.py": OPENPYXL },
    command: "/usr/bin/python3 write.py",
    version: python("openpyxl"),
  },
  {
    name: "XlsxWriter",
    key: "xlsxwriter",
    debian: "python3-xlsxwriter",
    files: { "write.py": XLSXWRITER },
    command: "/usr/bin/python3 write.py",
    version: python("xlsxwriter"),
  },
  {
    name: "ExcelJS",
    key: "exceljs",
    npm: "exceljs@4.4.0",
    files: { "write.mjs": EXCELJS },
    command: "node write.mjs",
    version: npm("exceljs"),
  },
  {
    name: "SheetJS",
    key: "sheetjs",
    npm: "xlsx@0.18.5",
    files: { "write.mjs": SHEETJS },
    command: "node write.mjs",
    version: npm("xlsx"),
  },
  {
    name: "LibreOffice Calc",
    key: "libreoffice",
    debian: "libreoffice-calc",
    command:
      "soffice -env:UserInstallation=file://$PWD/profile --headless --convert-to xlsx --outdir saved other.xlsx && mv saved/other.xlsx book.xlsx",
    version: "soffice --version",
  },
  {
    name: "Gnumeric",
    key: "gnumeric",
    debian: "gnumeric",
    command: "ssconvert --recalc other.xlsx book.xlsx",
    version: "ssconvert --version 2>&1",
  },
];
