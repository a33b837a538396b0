// Made from spec/contract-report.schema.json by `npm run make`. Change that file, not this one.

"use strict";
export const validateReport = validate11;
const schema12 = {"type":"object","required":["version","baseUrl","options","startedAt","tookMilliseconds","requests","mostRequests","animals","perhapsAdded","verdicts","clauses","findings","profile","isConclusive","exitCode"],"properties":{"version":{"const":2},"baseUrl":{"type":"string"},"plan":{"type":"string"},"options":{"type":"array","items":{"type":"string"}},"startedAt":{"$ref":"#/$defs/instant"},"tookMilliseconds":{"type":"integer","minimum":0},"requests":{"type":"integer","minimum":0},"mostRequests":{"type":"integer","minimum":0},"seed":{"type":"integer","minimum":0},"animals":{"type":"array","items":{"type":"object","required":["resource","name"],"properties":{"resource":{"type":"string"},"id":{"int64":true},"name":{"type":"string"}}}},"perhapsAdded":{"type":"array","items":{"type":"string"}},"verdicts":{"type":"array","items":{"type":"object","required":["id","kind","title","clauses","state","held"],"properties":{"id":{"type":"string"},"kind":{"enum":["probe","check"]},"title":{"type":"string"},"clauses":{"$ref":"#/$defs/clauseIds"},"state":{"$ref":"#/$defs/state"},"reason":{"type":"string"},"held":{"$ref":"#/$defs/clauseIds"}}}},"clauses":{"type":"array","maxItems":1000,"items":{"type":"object","required":["id","section","text","state"],"properties":{"id":{"$ref":"#/$defs/clauseId"},"section":{"type":"string"},"text":{"type":"string"},"state":{"$ref":"#/$defs/state"},"reason":{"type":"string"}}}},"findings":{"type":"array","maxItems":1000,"items":{"$ref":"#/$defs/finding"}},"profile":{"type":"object","additionalProperties":{"type":"string"}},"gaveUp":{"type":"string"},"recording":{"type":"object","required":["judged","withoutBody","leftOut"],"properties":{"judged":{"type":"integer","minimum":0},"withoutBody":{"type":"integer","minimum":0},"leftOut":{"type":"object","additionalProperties":{"type":"integer","minimum":1}}}},"baseline":{"type":"object","required":["startedAt","mended","onlyNew"],"properties":{"startedAt":{"$ref":"#/$defs/instant"},"mended":{"$ref":"#/$defs/known"},"onlyNew":{"type":"boolean"}}},"isConclusive":{"type":"boolean"},"exitCode":{"enum":[0,1,3]}}};
const schema13 = {"type":"string","pattern":"^([+-][0-9]{2})?[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$"};
const schema16 = {"enum":["held","broken","doubtful","warning","not applicable","inconclusive"]};
const schema15 = {"type":"string","pattern":"^[0-9.]{1,10}/[a-z0-9-]{1,60}$"};
const func0 = Object.prototype.hasOwnProperty;
const pattern0 = new RegExp("^([+-][0-9]{2})?[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$", "u");
const pattern1 = new RegExp("^[0-9.]{1,10}/[a-z0-9-]{1,60}$", "u");
const schema14 = {"type":"array","items":{"$ref":"#/$defs/clauseId"}};

function validate12(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0 && errors<100; i0++){
let data0 = data[i0];
const _errs1 = errors;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern1.test(data0)){
validate12.errors = [{instancePath:instancePath+"/" + i0,keyword:"pattern",params:{pattern: "^[0-9.]{1,10}/[a-z0-9-]{1,60}$"},message:"must match pattern \""+"^[0-9.]{1,10}/[a-z0-9-]{1,60}$"+"\""}];
return false;
}
}
else {
validate12.errors = [{instancePath:instancePath+"/" + i0,keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
}
else {
validate12.errors = [{instancePath,keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
validate12.errors = vErrors;
return errors === 0;
}

const schema19 = {"type":"object","required":["level","clause","section","clauseText","also","operation","foundBy","kind","expected","received","exchange","curl","only","times"],"properties":{"level":{"enum":["broken","open","warning","unstable"]},"clause":{"$ref":"#/$defs/clauseId"},"section":{"type":"string"},"clauseText":{"type":"string"},"also":{"$ref":"#/$defs/clauseIds"},"operation":{"$ref":"#/$defs/operation"},"foundBy":{"type":"string"},"kind":{"type":"string","pattern":"^[a-z0-9-]{1,60}$"},"at":{"type":"object","required":["part"],"properties":{"part":{"enum":["status","header","body"]},"names":{"type":"array","items":{"type":"string"}},"item":{"type":"integer","minimum":0},"member":{"type":"string"}}},"expected":{"type":"object","properties":{"is":{"$ref":"#/$defs/value"},"oneOf":{"type":"array","items":{"type":"integer"}},"atMost":{"type":"number"},"atLeast":{"type":"number"},"kind":{"type":"string"},"as":{"type":"integer"},"isAdded":{"type":"boolean"},"key":{"type":"string"},"flaw":{"type":"string"},"status":{"$ref":"#/$defs/value"},"other":{"$ref":"#/$defs/value"},"operations":{"type":"array","items":{"type":"string"}},"reset":{"type":"number"},"seconds":{"type":"number"},"plan":{"type":"string"}}},"received":{"type":"object","properties":{"is":{"$ref":"#/$defs/value"},"and":{"type":"string"},"before":{"type":"number"},"later":{"type":"number"},"all":{"type":"array","items":{"type":"number"}},"left":{"type":"number"},"limit":{"type":"number"},"seconds":{"type":"number"},"days":{"type":"number"},"requests":{"type":"string"},"problem":{"type":"string"},"to":{"type":"string"},"bytes":{"type":"integer"},"missing":{"type":"array","items":{"type":"string"}}}},"animal":{"$ref":"#/$defs/animal"},"other":{"$ref":"#/$defs/animal"},"count":{"$ref":"#/$defs/count"},"against":{"type":"integer"},"circumstance":{"enum":["at once","now and then"]},"exchange":{"type":"object","required":["number","method","path","url","responseHeaders","responseBody","tookMilliseconds"],"properties":{"number":{"type":"integer","minimum":1},"method":{"type":"string","pattern":"^[A-Z]+$"},"path":{"type":"string"},"url":{"type":"string"},"requestBody":{"type":"string"},"status":{"type":"integer"},"responseHeaders":{"type":"object","additionalProperties":{"type":"string"}},"responseBody":{"type":"string"},"problem":{"type":"string"},"tookMilliseconds":{"type":"integer","minimum":0}}},"curl":{"type":"string"},"only":{"type":"string","pattern":"^[a-z0-9-]{0,60}$"},"sequence":{"type":"array","items":{"type":"string"}},"cause":{"$ref":"#/$defs/knownFinding"},"times":{"type":"integer","minimum":1},"reading":{"type":"string"},"doubt":{"type":"object","required":["lastedMilliseconds","settledBy"],"properties":{"lastedMilliseconds":{"type":"integer","minimum":0},"settledBy":{"type":"array","items":{"type":"string"}},"times":{"type":"integer"},"count":{"$ref":"#/$defs/count"}}},"isNew":{"type":"boolean"}}};
const schema21 = {"type":"string","pattern":"^[a-z][A-Za-z]{0,60}$"};
const schema22 = {"type":["string","number"]};
const schema26 = {"type":"object","properties":{"id":{"int64":true},"name":{"type":"string"}}};
const schema28 = {"type":"object","required":["bad","of"],"properties":{"bad":{"type":"integer"},"of":{"type":"integer"}}};
const pattern4 = new RegExp("^[a-z][A-Za-z]{0,60}$", "u");
const pattern5 = new RegExp("^[a-z0-9-]{1,60}$", "u");
const pattern6 = new RegExp("^[A-Z]+$", "u");
const pattern7 = new RegExp("^[a-z0-9-]{0,60}$", "u");
const schema29 = {"type":"object","required":["clause","operation"],"properties":{"clause":{"$ref":"#/$defs/clauseId"},"operation":{"$ref":"#/$defs/operation"}}};

function validate17(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.clause === undefined) || (!(func0.call(data, "clause")))) && (missing0 = "clause")) || (((data.operation === undefined) || (!(func0.call(data, "operation")))) && (missing0 = "operation"))){
validate17.errors = [{instancePath,keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.clause !== undefined && func0.call(data, "clause")){
let data0 = data.clause;
const _errs1 = errors;
const _errs2 = errors;
if(errors === _errs2){
if(typeof data0 === "string"){
if(!pattern1.test(data0)){
validate17.errors = [{instancePath:instancePath+"/clause",keyword:"pattern",params:{pattern: "^[0-9.]{1,10}/[a-z0-9-]{1,60}$"},message:"must match pattern \""+"^[0-9.]{1,10}/[a-z0-9-]{1,60}$"+"\""}];
return false;
}
}
else {
validate17.errors = [{instancePath:instancePath+"/clause",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.operation !== undefined && func0.call(data, "operation")){
let data1 = data.operation;
const _errs4 = errors;
const _errs5 = errors;
if(errors === _errs5){
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
validate17.errors = [{instancePath:instancePath+"/operation",keyword:"pattern",params:{pattern: "^[a-z][A-Za-z]{0,60}$"},message:"must match pattern \""+"^[a-z][A-Za-z]{0,60}$"+"\""}];
return false;
}
}
else {
validate17.errors = [{instancePath:instancePath+"/operation",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate17.errors = [{instancePath,keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate17.errors = vErrors;
return errors === 0;
}


function validate15(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((((((((((((data.level === undefined) || (!(func0.call(data, "level")))) && (missing0 = "level")) || (((data.clause === undefined) || (!(func0.call(data, "clause")))) && (missing0 = "clause"))) || (((data.section === undefined) || (!(func0.call(data, "section")))) && (missing0 = "section"))) || (((data.clauseText === undefined) || (!(func0.call(data, "clauseText")))) && (missing0 = "clauseText"))) || (((data.also === undefined) || (!(func0.call(data, "also")))) && (missing0 = "also"))) || (((data.operation === undefined) || (!(func0.call(data, "operation")))) && (missing0 = "operation"))) || (((data.foundBy === undefined) || (!(func0.call(data, "foundBy")))) && (missing0 = "foundBy"))) || (((data.kind === undefined) || (!(func0.call(data, "kind")))) && (missing0 = "kind"))) || (((data.expected === undefined) || (!(func0.call(data, "expected")))) && (missing0 = "expected"))) || (((data.received === undefined) || (!(func0.call(data, "received")))) && (missing0 = "received"))) || (((data.exchange === undefined) || (!(func0.call(data, "exchange")))) && (missing0 = "exchange"))) || (((data.curl === undefined) || (!(func0.call(data, "curl")))) && (missing0 = "curl"))) || (((data.only === undefined) || (!(func0.call(data, "only")))) && (missing0 = "only"))) || (((data.times === undefined) || (!(func0.call(data, "times")))) && (missing0 = "times"))){
validate15.errors = [{instancePath,keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.level !== undefined && func0.call(data, "level")){
let data0 = data.level;
const _errs1 = errors;
if(!((((data0 === "broken") || (data0 === "open")) || (data0 === "warning")) || (data0 === "unstable"))){
validate15.errors = [{instancePath:instancePath+"/level",keyword:"enum",params:{allowedValues: schema19.properties.level.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.clause !== undefined && func0.call(data, "clause")){
let data1 = data.clause;
const _errs2 = errors;
const _errs3 = errors;
if(errors === _errs3){
if(typeof data1 === "string"){
if(!pattern1.test(data1)){
validate15.errors = [{instancePath:instancePath+"/clause",keyword:"pattern",params:{pattern: "^[0-9.]{1,10}/[a-z0-9-]{1,60}$"},message:"must match pattern \""+"^[0-9.]{1,10}/[a-z0-9-]{1,60}$"+"\""}];
return false;
}
}
else {
validate15.errors = [{instancePath:instancePath+"/clause",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.section !== undefined && func0.call(data, "section")){
const _errs5 = errors;
if(typeof data.section !== "string"){
validate15.errors = [{instancePath:instancePath+"/section",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.clauseText !== undefined && func0.call(data, "clauseText")){
const _errs7 = errors;
if(typeof data.clauseText !== "string"){
validate15.errors = [{instancePath:instancePath+"/clauseText",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.also !== undefined && func0.call(data, "also")){
const _errs9 = errors;
if(!(validate12(data.also, {instancePath:instancePath+"/also",parentData:data,parentDataProperty:"also",rootData}))){
vErrors = vErrors === null ? validate12.errors : vErrors.concat(validate12.errors);
errors = vErrors.length;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.operation !== undefined && func0.call(data, "operation")){
let data5 = data.operation;
const _errs10 = errors;
const _errs11 = errors;
if(errors === _errs11){
if(typeof data5 === "string"){
if(!pattern4.test(data5)){
validate15.errors = [{instancePath:instancePath+"/operation",keyword:"pattern",params:{pattern: "^[a-z][A-Za-z]{0,60}$"},message:"must match pattern \""+"^[a-z][A-Za-z]{0,60}$"+"\""}];
return false;
}
}
else {
validate15.errors = [{instancePath:instancePath+"/operation",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.foundBy !== undefined && func0.call(data, "foundBy")){
const _errs13 = errors;
if(typeof data.foundBy !== "string"){
validate15.errors = [{instancePath:instancePath+"/foundBy",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.kind !== undefined && func0.call(data, "kind")){
let data7 = data.kind;
const _errs15 = errors;
if(errors === _errs15){
if(typeof data7 === "string"){
if(!pattern5.test(data7)){
validate15.errors = [{instancePath:instancePath+"/kind",keyword:"pattern",params:{pattern: "^[a-z0-9-]{1,60}$"},message:"must match pattern \""+"^[a-z0-9-]{1,60}$"+"\""}];
return false;
}
}
else {
validate15.errors = [{instancePath:instancePath+"/kind",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.at !== undefined && func0.call(data, "at")){
let data8 = data.at;
const _errs17 = errors;
if(errors === _errs17){
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
let missing1;
if(((data8.part === undefined) || (!(func0.call(data8, "part")))) && (missing1 = "part")){
validate15.errors = [{instancePath:instancePath+"/at",keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data8.part !== undefined && func0.call(data8, "part")){
let data9 = data8.part;
const _errs19 = errors;
if(!(((data9 === "status") || (data9 === "header")) || (data9 === "body"))){
validate15.errors = [{instancePath:instancePath+"/at/part",keyword:"enum",params:{allowedValues: schema19.properties.at.properties.part.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid3 = _errs19 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data8.names !== undefined && func0.call(data8, "names")){
let data10 = data8.names;
const _errs20 = errors;
if(errors === _errs20){
if(Array.isArray(data10)){
var valid4 = true;
const len0 = data10.length;
for(let i0=0; i0<len0 && errors<100; i0++){
const _errs22 = errors;
if(typeof data10[i0] !== "string"){
validate15.errors = [{instancePath:instancePath+"/at/names/" + i0,keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs22 === errors;
if(!valid4){
break;
}
}
}
else {
validate15.errors = [{instancePath:instancePath+"/at/names",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid3 = _errs20 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data8.item !== undefined && func0.call(data8, "item")){
let data12 = data8.item;
const _errs24 = errors;
if(!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))){
validate15.errors = [{instancePath:instancePath+"/at/item",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs24){
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 < 0 || isNaN(data12)){
validate15.errors = [{instancePath:instancePath+"/at/item",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid3 = _errs24 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data8.member !== undefined && func0.call(data8, "member")){
const _errs26 = errors;
if(typeof data8.member !== "string"){
validate15.errors = [{instancePath:instancePath+"/at/member",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid3 = _errs26 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
}
else {
validate15.errors = [{instancePath:instancePath+"/at",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs17 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.expected !== undefined && func0.call(data, "expected")){
let data14 = data.expected;
const _errs28 = errors;
if(errors === _errs28){
if(data14 && typeof data14 == "object" && !Array.isArray(data14)){
if(data14.is !== undefined && func0.call(data14, "is")){
let data15 = data14.is;
const _errs30 = errors;
if((typeof data15 !== "string") && (!((typeof data15 == "number") && (isFinite(data15))))){
validate15.errors = [{instancePath:instancePath+"/expected/is",keyword:"type",params:{type: schema22.type},message:"must be string,number"}];
return false;
}
var valid5 = _errs30 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data14.oneOf !== undefined && func0.call(data14, "oneOf")){
let data16 = data14.oneOf;
const _errs33 = errors;
if(errors === _errs33){
if(Array.isArray(data16)){
var valid7 = true;
const len1 = data16.length;
for(let i1=0; i1<len1 && errors<100; i1++){
let data17 = data16[i1];
const _errs35 = errors;
if(!(((typeof data17 == "number") && (!(data17 % 1) && !isNaN(data17))) && (isFinite(data17)))){
validate15.errors = [{instancePath:instancePath+"/expected/oneOf/" + i1,keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
var valid7 = _errs35 === errors;
if(!valid7){
break;
}
}
}
else {
validate15.errors = [{instancePath:instancePath+"/expected/oneOf",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid5 = _errs33 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data14.atMost !== undefined && func0.call(data14, "atMost")){
let data18 = data14.atMost;
const _errs37 = errors;
if(!((typeof data18 == "number") && (isFinite(data18)))){
validate15.errors = [{instancePath:instancePath+"/expected/atMost",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid5 = _errs37 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data14.atLeast !== undefined && func0.call(data14, "atLeast")){
let data19 = data14.atLeast;
const _errs39 = errors;
if(!((typeof data19 == "number") && (isFinite(data19)))){
validate15.errors = [{instancePath:instancePath+"/expected/atLeast",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid5 = _errs39 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data14.kind !== undefined && func0.call(data14, "kind")){
const _errs41 = errors;
if(typeof data14.kind !== "string"){
validate15.errors = [{instancePath:instancePath+"/expected/kind",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid5 = _errs41 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data14.as !== undefined && func0.call(data14, "as")){
let data21 = data14.as;
const _errs43 = errors;
if(!(((typeof data21 == "number") && (!(data21 % 1) && !isNaN(data21))) && (isFinite(data21)))){
validate15.errors = [{instancePath:instancePath+"/expected/as",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
var valid5 = _errs43 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data14.isAdded !== undefined && func0.call(data14, "isAdded")){
const _errs45 = errors;
if(typeof data14.isAdded !== "boolean"){
validate15.errors = [{instancePath:instancePath+"/expected/isAdded",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid5 = _errs45 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data14.key !== undefined && func0.call(data14, "key")){
const _errs47 = errors;
if(typeof data14.key !== "string"){
validate15.errors = [{instancePath:instancePath+"/expected/key",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid5 = _errs47 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data14.flaw !== undefined && func0.call(data14, "flaw")){
const _errs49 = errors;
if(typeof data14.flaw !== "string"){
validate15.errors = [{instancePath:instancePath+"/expected/flaw",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid5 = _errs49 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data14.status !== undefined && func0.call(data14, "status")){
let data25 = data14.status;
const _errs51 = errors;
if((typeof data25 !== "string") && (!((typeof data25 == "number") && (isFinite(data25))))){
validate15.errors = [{instancePath:instancePath+"/expected/status",keyword:"type",params:{type: schema22.type},message:"must be string,number"}];
return false;
}
var valid5 = _errs51 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data14.other !== undefined && func0.call(data14, "other")){
let data26 = data14.other;
const _errs54 = errors;
if((typeof data26 !== "string") && (!((typeof data26 == "number") && (isFinite(data26))))){
validate15.errors = [{instancePath:instancePath+"/expected/other",keyword:"type",params:{type: schema22.type},message:"must be string,number"}];
return false;
}
var valid5 = _errs54 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data14.operations !== undefined && func0.call(data14, "operations")){
let data27 = data14.operations;
const _errs57 = errors;
if(errors === _errs57){
if(Array.isArray(data27)){
var valid10 = true;
const len2 = data27.length;
for(let i2=0; i2<len2 && errors<100; i2++){
const _errs59 = errors;
if(typeof data27[i2] !== "string"){
validate15.errors = [{instancePath:instancePath+"/expected/operations/" + i2,keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid10 = _errs59 === errors;
if(!valid10){
break;
}
}
}
else {
validate15.errors = [{instancePath:instancePath+"/expected/operations",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid5 = _errs57 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data14.reset !== undefined && func0.call(data14, "reset")){
let data29 = data14.reset;
const _errs61 = errors;
if(!((typeof data29 == "number") && (isFinite(data29)))){
validate15.errors = [{instancePath:instancePath+"/expected/reset",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid5 = _errs61 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data14.seconds !== undefined && func0.call(data14, "seconds")){
let data30 = data14.seconds;
const _errs63 = errors;
if(!((typeof data30 == "number") && (isFinite(data30)))){
validate15.errors = [{instancePath:instancePath+"/expected/seconds",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid5 = _errs63 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data14.plan !== undefined && func0.call(data14, "plan")){
const _errs65 = errors;
if(typeof data14.plan !== "string"){
validate15.errors = [{instancePath:instancePath+"/expected/plan",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid5 = _errs65 === errors;
}
else {
var valid5 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate15.errors = [{instancePath:instancePath+"/expected",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs28 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.received !== undefined && func0.call(data, "received")){
let data32 = data.received;
const _errs67 = errors;
if(errors === _errs67){
if(data32 && typeof data32 == "object" && !Array.isArray(data32)){
if(data32.is !== undefined && func0.call(data32, "is")){
let data33 = data32.is;
const _errs69 = errors;
if((typeof data33 !== "string") && (!((typeof data33 == "number") && (isFinite(data33))))){
validate15.errors = [{instancePath:instancePath+"/received/is",keyword:"type",params:{type: schema22.type},message:"must be string,number"}];
return false;
}
var valid11 = _errs69 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data32.and !== undefined && func0.call(data32, "and")){
const _errs72 = errors;
if(typeof data32.and !== "string"){
validate15.errors = [{instancePath:instancePath+"/received/and",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid11 = _errs72 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data32.before !== undefined && func0.call(data32, "before")){
let data35 = data32.before;
const _errs74 = errors;
if(!((typeof data35 == "number") && (isFinite(data35)))){
validate15.errors = [{instancePath:instancePath+"/received/before",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid11 = _errs74 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data32.later !== undefined && func0.call(data32, "later")){
let data36 = data32.later;
const _errs76 = errors;
if(!((typeof data36 == "number") && (isFinite(data36)))){
validate15.errors = [{instancePath:instancePath+"/received/later",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid11 = _errs76 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data32.all !== undefined && func0.call(data32, "all")){
let data37 = data32.all;
const _errs78 = errors;
if(errors === _errs78){
if(Array.isArray(data37)){
var valid13 = true;
const len3 = data37.length;
for(let i3=0; i3<len3 && errors<100; i3++){
let data38 = data37[i3];
const _errs80 = errors;
if(!((typeof data38 == "number") && (isFinite(data38)))){
validate15.errors = [{instancePath:instancePath+"/received/all/" + i3,keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid13 = _errs80 === errors;
if(!valid13){
break;
}
}
}
else {
validate15.errors = [{instancePath:instancePath+"/received/all",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid11 = _errs78 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data32.left !== undefined && func0.call(data32, "left")){
let data39 = data32.left;
const _errs82 = errors;
if(!((typeof data39 == "number") && (isFinite(data39)))){
validate15.errors = [{instancePath:instancePath+"/received/left",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid11 = _errs82 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data32.limit !== undefined && func0.call(data32, "limit")){
let data40 = data32.limit;
const _errs84 = errors;
if(!((typeof data40 == "number") && (isFinite(data40)))){
validate15.errors = [{instancePath:instancePath+"/received/limit",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid11 = _errs84 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data32.seconds !== undefined && func0.call(data32, "seconds")){
let data41 = data32.seconds;
const _errs86 = errors;
if(!((typeof data41 == "number") && (isFinite(data41)))){
validate15.errors = [{instancePath:instancePath+"/received/seconds",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid11 = _errs86 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data32.days !== undefined && func0.call(data32, "days")){
let data42 = data32.days;
const _errs88 = errors;
if(!((typeof data42 == "number") && (isFinite(data42)))){
validate15.errors = [{instancePath:instancePath+"/received/days",keyword:"type",params:{type: "number"},message:"must be number"}];
return false;
}
var valid11 = _errs88 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data32.requests !== undefined && func0.call(data32, "requests")){
const _errs90 = errors;
if(typeof data32.requests !== "string"){
validate15.errors = [{instancePath:instancePath+"/received/requests",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid11 = _errs90 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data32.problem !== undefined && func0.call(data32, "problem")){
const _errs92 = errors;
if(typeof data32.problem !== "string"){
validate15.errors = [{instancePath:instancePath+"/received/problem",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid11 = _errs92 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data32.to !== undefined && func0.call(data32, "to")){
const _errs94 = errors;
if(typeof data32.to !== "string"){
validate15.errors = [{instancePath:instancePath+"/received/to",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid11 = _errs94 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data32.bytes !== undefined && func0.call(data32, "bytes")){
let data46 = data32.bytes;
const _errs96 = errors;
if(!(((typeof data46 == "number") && (!(data46 % 1) && !isNaN(data46))) && (isFinite(data46)))){
validate15.errors = [{instancePath:instancePath+"/received/bytes",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
var valid11 = _errs96 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data32.missing !== undefined && func0.call(data32, "missing")){
let data47 = data32.missing;
const _errs98 = errors;
if(errors === _errs98){
if(Array.isArray(data47)){
var valid14 = true;
const len4 = data47.length;
for(let i4=0; i4<len4 && errors<100; i4++){
const _errs100 = errors;
if(typeof data47[i4] !== "string"){
validate15.errors = [{instancePath:instancePath+"/received/missing/" + i4,keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid14 = _errs100 === errors;
if(!valid14){
break;
}
}
}
else {
validate15.errors = [{instancePath:instancePath+"/received/missing",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid11 = _errs98 === errors;
}
else {
var valid11 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate15.errors = [{instancePath:instancePath+"/received",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs67 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.animal !== undefined && func0.call(data, "animal")){
let data49 = data.animal;
const _errs102 = errors;
const _errs103 = errors;
if(errors === _errs103){
if(data49 && typeof data49 == "object" && !Array.isArray(data49)){
if(data49.id !== undefined && func0.call(data49, "id")){
let data50 = data49.id;
const _errs105 = errors;
if(!((typeof data50 == "bigint" ? BigInt.asIntN(64, data50) === data50 : Number.isSafeInteger(data50)))){
validate15.errors = [{instancePath:instancePath+"/animal/id",keyword:"int64",params:{},message:"must be a 64-bit integer"}];
return false;
}
var valid16 = _errs105 === errors;
}
else {
var valid16 = true;
}
if(valid16){
if(data49.name !== undefined && func0.call(data49, "name")){
const _errs106 = errors;
if(typeof data49.name !== "string"){
validate15.errors = [{instancePath:instancePath+"/animal/name",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid16 = _errs106 === errors;
}
else {
var valid16 = true;
}
}
}
else {
validate15.errors = [{instancePath:instancePath+"/animal",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs102 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.other !== undefined && func0.call(data, "other")){
let data52 = data.other;
const _errs108 = errors;
const _errs109 = errors;
if(errors === _errs109){
if(data52 && typeof data52 == "object" && !Array.isArray(data52)){
if(data52.id !== undefined && func0.call(data52, "id")){
let data53 = data52.id;
const _errs111 = errors;
if(!((typeof data53 == "bigint" ? BigInt.asIntN(64, data53) === data53 : Number.isSafeInteger(data53)))){
validate15.errors = [{instancePath:instancePath+"/other/id",keyword:"int64",params:{},message:"must be a 64-bit integer"}];
return false;
}
var valid18 = _errs111 === errors;
}
else {
var valid18 = true;
}
if(valid18){
if(data52.name !== undefined && func0.call(data52, "name")){
const _errs112 = errors;
if(typeof data52.name !== "string"){
validate15.errors = [{instancePath:instancePath+"/other/name",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid18 = _errs112 === errors;
}
else {
var valid18 = true;
}
}
}
else {
validate15.errors = [{instancePath:instancePath+"/other",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs108 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.count !== undefined && func0.call(data, "count")){
let data55 = data.count;
const _errs114 = errors;
const _errs115 = errors;
if(errors === _errs115){
if(data55 && typeof data55 == "object" && !Array.isArray(data55)){
let missing2;
if((((data55.bad === undefined) || (!(func0.call(data55, "bad")))) && (missing2 = "bad")) || (((data55.of === undefined) || (!(func0.call(data55, "of")))) && (missing2 = "of"))){
validate15.errors = [{instancePath:instancePath+"/count",keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'"}];
return false;
}
else {
if(data55.bad !== undefined && func0.call(data55, "bad")){
let data56 = data55.bad;
const _errs117 = errors;
if(!(((typeof data56 == "number") && (!(data56 % 1) && !isNaN(data56))) && (isFinite(data56)))){
validate15.errors = [{instancePath:instancePath+"/count/bad",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
var valid20 = _errs117 === errors;
}
else {
var valid20 = true;
}
if(valid20){
if(data55.of !== undefined && func0.call(data55, "of")){
let data57 = data55.of;
const _errs119 = errors;
if(!(((typeof data57 == "number") && (!(data57 % 1) && !isNaN(data57))) && (isFinite(data57)))){
validate15.errors = [{instancePath:instancePath+"/count/of",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
var valid20 = _errs119 === errors;
}
else {
var valid20 = true;
}
}
}
}
else {
validate15.errors = [{instancePath:instancePath+"/count",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs114 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.against !== undefined && func0.call(data, "against")){
let data58 = data.against;
const _errs121 = errors;
if(!(((typeof data58 == "number") && (!(data58 % 1) && !isNaN(data58))) && (isFinite(data58)))){
validate15.errors = [{instancePath:instancePath+"/against",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
var valid0 = _errs121 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.circumstance !== undefined && func0.call(data, "circumstance")){
let data59 = data.circumstance;
const _errs123 = errors;
if(!((data59 === "at once") || (data59 === "now and then"))){
validate15.errors = [{instancePath:instancePath+"/circumstance",keyword:"enum",params:{allowedValues: schema19.properties.circumstance.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs123 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.exchange !== undefined && func0.call(data, "exchange")){
let data60 = data.exchange;
const _errs124 = errors;
if(errors === _errs124){
if(data60 && typeof data60 == "object" && !Array.isArray(data60)){
let missing3;
if(((((((((data60.number === undefined) || (!(func0.call(data60, "number")))) && (missing3 = "number")) || (((data60.method === undefined) || (!(func0.call(data60, "method")))) && (missing3 = "method"))) || (((data60.path === undefined) || (!(func0.call(data60, "path")))) && (missing3 = "path"))) || (((data60.url === undefined) || (!(func0.call(data60, "url")))) && (missing3 = "url"))) || (((data60.responseHeaders === undefined) || (!(func0.call(data60, "responseHeaders")))) && (missing3 = "responseHeaders"))) || (((data60.responseBody === undefined) || (!(func0.call(data60, "responseBody")))) && (missing3 = "responseBody"))) || (((data60.tookMilliseconds === undefined) || (!(func0.call(data60, "tookMilliseconds")))) && (missing3 = "tookMilliseconds"))){
validate15.errors = [{instancePath:instancePath+"/exchange",keyword:"required",params:{missingProperty: missing3},message:"must have required property '"+missing3+"'"}];
return false;
}
else {
if(data60.number !== undefined && func0.call(data60, "number")){
let data61 = data60.number;
const _errs126 = errors;
if(!(((typeof data61 == "number") && (!(data61 % 1) && !isNaN(data61))) && (isFinite(data61)))){
validate15.errors = [{instancePath:instancePath+"/exchange/number",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs126){
if((typeof data61 == "number") && (isFinite(data61))){
if(data61 < 1 || isNaN(data61)){
validate15.errors = [{instancePath:instancePath+"/exchange/number",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
var valid21 = _errs126 === errors;
}
else {
var valid21 = true;
}
if(valid21){
if(data60.method !== undefined && func0.call(data60, "method")){
let data62 = data60.method;
const _errs128 = errors;
if(errors === _errs128){
if(typeof data62 === "string"){
if(!pattern6.test(data62)){
validate15.errors = [{instancePath:instancePath+"/exchange/method",keyword:"pattern",params:{pattern: "^[A-Z]+$"},message:"must match pattern \""+"^[A-Z]+$"+"\""}];
return false;
}
}
else {
validate15.errors = [{instancePath:instancePath+"/exchange/method",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid21 = _errs128 === errors;
}
else {
var valid21 = true;
}
if(valid21){
if(data60.path !== undefined && func0.call(data60, "path")){
const _errs130 = errors;
if(typeof data60.path !== "string"){
validate15.errors = [{instancePath:instancePath+"/exchange/path",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid21 = _errs130 === errors;
}
else {
var valid21 = true;
}
if(valid21){
if(data60.url !== undefined && func0.call(data60, "url")){
const _errs132 = errors;
if(typeof data60.url !== "string"){
validate15.errors = [{instancePath:instancePath+"/exchange/url",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid21 = _errs132 === errors;
}
else {
var valid21 = true;
}
if(valid21){
if(data60.requestBody !== undefined && func0.call(data60, "requestBody")){
const _errs134 = errors;
if(typeof data60.requestBody !== "string"){
validate15.errors = [{instancePath:instancePath+"/exchange/requestBody",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid21 = _errs134 === errors;
}
else {
var valid21 = true;
}
if(valid21){
if(data60.status !== undefined && func0.call(data60, "status")){
let data66 = data60.status;
const _errs136 = errors;
if(!(((typeof data66 == "number") && (!(data66 % 1) && !isNaN(data66))) && (isFinite(data66)))){
validate15.errors = [{instancePath:instancePath+"/exchange/status",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
var valid21 = _errs136 === errors;
}
else {
var valid21 = true;
}
if(valid21){
if(data60.responseHeaders !== undefined && func0.call(data60, "responseHeaders")){
let data67 = data60.responseHeaders;
const _errs138 = errors;
if(errors === _errs138){
if(data67 && typeof data67 == "object" && !Array.isArray(data67)){
for(const key0 of Object.keys(data67)){
if(errors>99)break;
const _errs141 = errors;
if(typeof data67[key0] !== "string"){
validate15.errors = [{instancePath:instancePath+"/exchange/responseHeaders/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid22 = _errs141 === errors;
if(!valid22){
break;
}
}
}
else {
validate15.errors = [{instancePath:instancePath+"/exchange/responseHeaders",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid21 = _errs138 === errors;
}
else {
var valid21 = true;
}
if(valid21){
if(data60.responseBody !== undefined && func0.call(data60, "responseBody")){
const _errs143 = errors;
if(typeof data60.responseBody !== "string"){
validate15.errors = [{instancePath:instancePath+"/exchange/responseBody",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid21 = _errs143 === errors;
}
else {
var valid21 = true;
}
if(valid21){
if(data60.problem !== undefined && func0.call(data60, "problem")){
const _errs145 = errors;
if(typeof data60.problem !== "string"){
validate15.errors = [{instancePath:instancePath+"/exchange/problem",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid21 = _errs145 === errors;
}
else {
var valid21 = true;
}
if(valid21){
if(data60.tookMilliseconds !== undefined && func0.call(data60, "tookMilliseconds")){
let data71 = data60.tookMilliseconds;
const _errs147 = errors;
if(!(((typeof data71 == "number") && (!(data71 % 1) && !isNaN(data71))) && (isFinite(data71)))){
validate15.errors = [{instancePath:instancePath+"/exchange/tookMilliseconds",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs147){
if((typeof data71 == "number") && (isFinite(data71))){
if(data71 < 0 || isNaN(data71)){
validate15.errors = [{instancePath:instancePath+"/exchange/tookMilliseconds",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid21 = _errs147 === errors;
}
else {
var valid21 = true;
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate15.errors = [{instancePath:instancePath+"/exchange",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs124 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.curl !== undefined && func0.call(data, "curl")){
const _errs149 = errors;
if(typeof data.curl !== "string"){
validate15.errors = [{instancePath:instancePath+"/curl",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs149 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.only !== undefined && func0.call(data, "only")){
let data73 = data.only;
const _errs151 = errors;
if(errors === _errs151){
if(typeof data73 === "string"){
if(!pattern7.test(data73)){
validate15.errors = [{instancePath:instancePath+"/only",keyword:"pattern",params:{pattern: "^[a-z0-9-]{0,60}$"},message:"must match pattern \""+"^[a-z0-9-]{0,60}$"+"\""}];
return false;
}
}
else {
validate15.errors = [{instancePath:instancePath+"/only",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs151 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.sequence !== undefined && func0.call(data, "sequence")){
let data74 = data.sequence;
const _errs153 = errors;
if(errors === _errs153){
if(Array.isArray(data74)){
var valid23 = true;
const len5 = data74.length;
for(let i5=0; i5<len5 && errors<100; i5++){
const _errs155 = errors;
if(typeof data74[i5] !== "string"){
validate15.errors = [{instancePath:instancePath+"/sequence/" + i5,keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid23 = _errs155 === errors;
if(!valid23){
break;
}
}
}
else {
validate15.errors = [{instancePath:instancePath+"/sequence",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs153 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.cause !== undefined && func0.call(data, "cause")){
const _errs157 = errors;
if(!(validate17(data.cause, {instancePath:instancePath+"/cause",parentData:data,parentDataProperty:"cause",rootData}))){
vErrors = vErrors === null ? validate17.errors : vErrors.concat(validate17.errors);
errors = vErrors.length;
}
var valid0 = _errs157 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.times !== undefined && func0.call(data, "times")){
let data77 = data.times;
const _errs158 = errors;
if(!(((typeof data77 == "number") && (!(data77 % 1) && !isNaN(data77))) && (isFinite(data77)))){
validate15.errors = [{instancePath:instancePath+"/times",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs158){
if((typeof data77 == "number") && (isFinite(data77))){
if(data77 < 1 || isNaN(data77)){
validate15.errors = [{instancePath:instancePath+"/times",keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
var valid0 = _errs158 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.reading !== undefined && func0.call(data, "reading")){
const _errs160 = errors;
if(typeof data.reading !== "string"){
validate15.errors = [{instancePath:instancePath+"/reading",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs160 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.doubt !== undefined && func0.call(data, "doubt")){
let data79 = data.doubt;
const _errs162 = errors;
if(errors === _errs162){
if(data79 && typeof data79 == "object" && !Array.isArray(data79)){
let missing4;
if((((data79.lastedMilliseconds === undefined) || (!(func0.call(data79, "lastedMilliseconds")))) && (missing4 = "lastedMilliseconds")) || (((data79.settledBy === undefined) || (!(func0.call(data79, "settledBy")))) && (missing4 = "settledBy"))){
validate15.errors = [{instancePath:instancePath+"/doubt",keyword:"required",params:{missingProperty: missing4},message:"must have required property '"+missing4+"'"}];
return false;
}
else {
if(data79.lastedMilliseconds !== undefined && func0.call(data79, "lastedMilliseconds")){
let data80 = data79.lastedMilliseconds;
const _errs164 = errors;
if(!(((typeof data80 == "number") && (!(data80 % 1) && !isNaN(data80))) && (isFinite(data80)))){
validate15.errors = [{instancePath:instancePath+"/doubt/lastedMilliseconds",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs164){
if((typeof data80 == "number") && (isFinite(data80))){
if(data80 < 0 || isNaN(data80)){
validate15.errors = [{instancePath:instancePath+"/doubt/lastedMilliseconds",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid24 = _errs164 === errors;
}
else {
var valid24 = true;
}
if(valid24){
if(data79.settledBy !== undefined && func0.call(data79, "settledBy")){
let data81 = data79.settledBy;
const _errs166 = errors;
if(errors === _errs166){
if(Array.isArray(data81)){
var valid25 = true;
const len6 = data81.length;
for(let i6=0; i6<len6 && errors<100; i6++){
const _errs168 = errors;
if(typeof data81[i6] !== "string"){
validate15.errors = [{instancePath:instancePath+"/doubt/settledBy/" + i6,keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid25 = _errs168 === errors;
if(!valid25){
break;
}
}
}
else {
validate15.errors = [{instancePath:instancePath+"/doubt/settledBy",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid24 = _errs166 === errors;
}
else {
var valid24 = true;
}
if(valid24){
if(data79.times !== undefined && func0.call(data79, "times")){
let data83 = data79.times;
const _errs170 = errors;
if(!(((typeof data83 == "number") && (!(data83 % 1) && !isNaN(data83))) && (isFinite(data83)))){
validate15.errors = [{instancePath:instancePath+"/doubt/times",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
var valid24 = _errs170 === errors;
}
else {
var valid24 = true;
}
if(valid24){
if(data79.count !== undefined && func0.call(data79, "count")){
let data84 = data79.count;
const _errs172 = errors;
const _errs173 = errors;
if(errors === _errs173){
if(data84 && typeof data84 == "object" && !Array.isArray(data84)){
let missing5;
if((((data84.bad === undefined) || (!(func0.call(data84, "bad")))) && (missing5 = "bad")) || (((data84.of === undefined) || (!(func0.call(data84, "of")))) && (missing5 = "of"))){
validate15.errors = [{instancePath:instancePath+"/doubt/count",keyword:"required",params:{missingProperty: missing5},message:"must have required property '"+missing5+"'"}];
return false;
}
else {
if(data84.bad !== undefined && func0.call(data84, "bad")){
let data85 = data84.bad;
const _errs175 = errors;
if(!(((typeof data85 == "number") && (!(data85 % 1) && !isNaN(data85))) && (isFinite(data85)))){
validate15.errors = [{instancePath:instancePath+"/doubt/count/bad",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
var valid27 = _errs175 === errors;
}
else {
var valid27 = true;
}
if(valid27){
if(data84.of !== undefined && func0.call(data84, "of")){
let data86 = data84.of;
const _errs177 = errors;
if(!(((typeof data86 == "number") && (!(data86 % 1) && !isNaN(data86))) && (isFinite(data86)))){
validate15.errors = [{instancePath:instancePath+"/doubt/count/of",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
var valid27 = _errs177 === errors;
}
else {
var valid27 = true;
}
}
}
}
else {
validate15.errors = [{instancePath:instancePath+"/doubt/count",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid24 = _errs172 === errors;
}
else {
var valid24 = true;
}
}
}
}
}
}
else {
validate15.errors = [{instancePath:instancePath+"/doubt",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs162 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.isNew !== undefined && func0.call(data, "isNew")){
const _errs179 = errors;
if(typeof data.isNew !== "boolean"){
validate15.errors = [{instancePath:instancePath+"/isNew",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs179 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate15.errors = [{instancePath,keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate15.errors = vErrors;
return errors === 0;
}

const schema34 = {"type":"array","items":{"$ref":"#/$defs/knownFinding"}};

function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0 && errors<100; i0++){
const _errs1 = errors;
if(!(validate17(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate17.errors : vErrors.concat(validate17.errors);
errors = vErrors.length;
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
}
else {
validate20.errors = [{instancePath,keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
validate20.errors = vErrors;
return errors === 0;
}


function validate11(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((((((((((((data.version === undefined) || (!(func0.call(data, "version")))) && (missing0 = "version")) || (((data.baseUrl === undefined) || (!(func0.call(data, "baseUrl")))) && (missing0 = "baseUrl"))) || (((data.options === undefined) || (!(func0.call(data, "options")))) && (missing0 = "options"))) || (((data.startedAt === undefined) || (!(func0.call(data, "startedAt")))) && (missing0 = "startedAt"))) || (((data.tookMilliseconds === undefined) || (!(func0.call(data, "tookMilliseconds")))) && (missing0 = "tookMilliseconds"))) || (((data.requests === undefined) || (!(func0.call(data, "requests")))) && (missing0 = "requests"))) || (((data.mostRequests === undefined) || (!(func0.call(data, "mostRequests")))) && (missing0 = "mostRequests"))) || (((data.animals === undefined) || (!(func0.call(data, "animals")))) && (missing0 = "animals"))) || (((data.perhapsAdded === undefined) || (!(func0.call(data, "perhapsAdded")))) && (missing0 = "perhapsAdded"))) || (((data.verdicts === undefined) || (!(func0.call(data, "verdicts")))) && (missing0 = "verdicts"))) || (((data.clauses === undefined) || (!(func0.call(data, "clauses")))) && (missing0 = "clauses"))) || (((data.findings === undefined) || (!(func0.call(data, "findings")))) && (missing0 = "findings"))) || (((data.profile === undefined) || (!(func0.call(data, "profile")))) && (missing0 = "profile"))) || (((data.isConclusive === undefined) || (!(func0.call(data, "isConclusive")))) && (missing0 = "isConclusive"))) || (((data.exitCode === undefined) || (!(func0.call(data, "exitCode")))) && (missing0 = "exitCode"))){
validate11.errors = [{instancePath,keyword:"required",params:{missingProperty: missing0},message:"must have required property '"+missing0+"'"}];
return false;
}
else {
if(data.version !== undefined && func0.call(data, "version")){
const _errs1 = errors;
if(2 !== data.version){
validate11.errors = [{instancePath:instancePath+"/version",keyword:"const",params:{allowedValue: 2},message:"must be equal to constant"}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.baseUrl !== undefined && func0.call(data, "baseUrl")){
const _errs2 = errors;
if(typeof data.baseUrl !== "string"){
validate11.errors = [{instancePath:instancePath+"/baseUrl",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.plan !== undefined && func0.call(data, "plan")){
const _errs4 = errors;
if(typeof data.plan !== "string"){
validate11.errors = [{instancePath:instancePath+"/plan",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.options !== undefined && func0.call(data, "options")){
let data3 = data.options;
const _errs6 = errors;
if(errors === _errs6){
if(Array.isArray(data3)){
var valid1 = true;
const len0 = data3.length;
for(let i0=0; i0<len0 && errors<100; i0++){
const _errs8 = errors;
if(typeof data3[i0] !== "string"){
validate11.errors = [{instancePath:instancePath+"/options/" + i0,keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid1 = _errs8 === errors;
if(!valid1){
break;
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/options",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.startedAt !== undefined && func0.call(data, "startedAt")){
let data5 = data.startedAt;
const _errs10 = errors;
const _errs11 = errors;
if(errors === _errs11){
if(typeof data5 === "string"){
if(!pattern0.test(data5)){
validate11.errors = [{instancePath:instancePath+"/startedAt",keyword:"pattern",params:{pattern: "^([+-][0-9]{2})?[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$"},message:"must match pattern \""+"^([+-][0-9]{2})?[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$"+"\""}];
return false;
}
}
else {
validate11.errors = [{instancePath:instancePath+"/startedAt",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tookMilliseconds !== undefined && func0.call(data, "tookMilliseconds")){
let data6 = data.tookMilliseconds;
const _errs13 = errors;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
validate11.errors = [{instancePath:instancePath+"/tookMilliseconds",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs13){
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 < 0 || isNaN(data6)){
validate11.errors = [{instancePath:instancePath+"/tookMilliseconds",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.requests !== undefined && func0.call(data, "requests")){
let data7 = data.requests;
const _errs15 = errors;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
validate11.errors = [{instancePath:instancePath+"/requests",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs15){
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 < 0 || isNaN(data7)){
validate11.errors = [{instancePath:instancePath+"/requests",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.mostRequests !== undefined && func0.call(data, "mostRequests")){
let data8 = data.mostRequests;
const _errs17 = errors;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
validate11.errors = [{instancePath:instancePath+"/mostRequests",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs17){
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 < 0 || isNaN(data8)){
validate11.errors = [{instancePath:instancePath+"/mostRequests",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid0 = _errs17 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.seed !== undefined && func0.call(data, "seed")){
let data9 = data.seed;
const _errs19 = errors;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
validate11.errors = [{instancePath:instancePath+"/seed",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs19){
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 < 0 || isNaN(data9)){
validate11.errors = [{instancePath:instancePath+"/seed",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.animals !== undefined && func0.call(data, "animals")){
let data10 = data.animals;
const _errs21 = errors;
if(errors === _errs21){
if(Array.isArray(data10)){
var valid3 = true;
const len1 = data10.length;
for(let i1=0; i1<len1 && errors<100; i1++){
let data11 = data10[i1];
const _errs23 = errors;
if(errors === _errs23){
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
let missing1;
if((((data11.resource === undefined) || (!(func0.call(data11, "resource")))) && (missing1 = "resource")) || (((data11.name === undefined) || (!(func0.call(data11, "name")))) && (missing1 = "name"))){
validate11.errors = [{instancePath:instancePath+"/animals/" + i1,keyword:"required",params:{missingProperty: missing1},message:"must have required property '"+missing1+"'"}];
return false;
}
else {
if(data11.resource !== undefined && func0.call(data11, "resource")){
const _errs25 = errors;
if(typeof data11.resource !== "string"){
validate11.errors = [{instancePath:instancePath+"/animals/" + i1+"/resource",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs25 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data11.id !== undefined && func0.call(data11, "id")){
let data13 = data11.id;
const _errs27 = errors;
if(!((typeof data13 == "bigint" ? BigInt.asIntN(64, data13) === data13 : Number.isSafeInteger(data13)))){
validate11.errors = [{instancePath:instancePath+"/animals/" + i1+"/id",keyword:"int64",params:{},message:"must be a 64-bit integer"}];
return false;
}
var valid4 = _errs27 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data11.name !== undefined && func0.call(data11, "name")){
const _errs28 = errors;
if(typeof data11.name !== "string"){
validate11.errors = [{instancePath:instancePath+"/animals/" + i1+"/name",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid4 = _errs28 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/animals/" + i1,keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid3 = _errs23 === errors;
if(!valid3){
break;
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/animals",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs21 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.perhapsAdded !== undefined && func0.call(data, "perhapsAdded")){
let data15 = data.perhapsAdded;
const _errs30 = errors;
if(errors === _errs30){
if(Array.isArray(data15)){
var valid5 = true;
const len2 = data15.length;
for(let i2=0; i2<len2 && errors<100; i2++){
const _errs32 = errors;
if(typeof data15[i2] !== "string"){
validate11.errors = [{instancePath:instancePath+"/perhapsAdded/" + i2,keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid5 = _errs32 === errors;
if(!valid5){
break;
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/perhapsAdded",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs30 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.verdicts !== undefined && func0.call(data, "verdicts")){
let data17 = data.verdicts;
const _errs34 = errors;
if(errors === _errs34){
if(Array.isArray(data17)){
var valid6 = true;
const len3 = data17.length;
for(let i3=0; i3<len3 && errors<100; i3++){
let data18 = data17[i3];
const _errs36 = errors;
if(errors === _errs36){
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
let missing2;
if((((((((data18.id === undefined) || (!(func0.call(data18, "id")))) && (missing2 = "id")) || (((data18.kind === undefined) || (!(func0.call(data18, "kind")))) && (missing2 = "kind"))) || (((data18.title === undefined) || (!(func0.call(data18, "title")))) && (missing2 = "title"))) || (((data18.clauses === undefined) || (!(func0.call(data18, "clauses")))) && (missing2 = "clauses"))) || (((data18.state === undefined) || (!(func0.call(data18, "state")))) && (missing2 = "state"))) || (((data18.held === undefined) || (!(func0.call(data18, "held")))) && (missing2 = "held"))){
validate11.errors = [{instancePath:instancePath+"/verdicts/" + i3,keyword:"required",params:{missingProperty: missing2},message:"must have required property '"+missing2+"'"}];
return false;
}
else {
if(data18.id !== undefined && func0.call(data18, "id")){
const _errs38 = errors;
if(typeof data18.id !== "string"){
validate11.errors = [{instancePath:instancePath+"/verdicts/" + i3+"/id",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid7 = _errs38 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data18.kind !== undefined && func0.call(data18, "kind")){
let data20 = data18.kind;
const _errs40 = errors;
if(!((data20 === "probe") || (data20 === "check"))){
validate11.errors = [{instancePath:instancePath+"/verdicts/" + i3+"/kind",keyword:"enum",params:{allowedValues: schema12.properties.verdicts.items.properties.kind.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid7 = _errs40 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data18.title !== undefined && func0.call(data18, "title")){
const _errs41 = errors;
if(typeof data18.title !== "string"){
validate11.errors = [{instancePath:instancePath+"/verdicts/" + i3+"/title",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid7 = _errs41 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data18.clauses !== undefined && func0.call(data18, "clauses")){
const _errs43 = errors;
if(!(validate12(data18.clauses, {instancePath:instancePath+"/verdicts/" + i3+"/clauses",parentData:data18,parentDataProperty:"clauses",rootData}))){
vErrors = vErrors === null ? validate12.errors : vErrors.concat(validate12.errors);
errors = vErrors.length;
}
var valid7 = _errs43 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data18.state !== undefined && func0.call(data18, "state")){
let data23 = data18.state;
const _errs44 = errors;
if(!((((((data23 === "held") || (data23 === "broken")) || (data23 === "doubtful")) || (data23 === "warning")) || (data23 === "not applicable")) || (data23 === "inconclusive"))){
validate11.errors = [{instancePath:instancePath+"/verdicts/" + i3+"/state",keyword:"enum",params:{allowedValues: schema16.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid7 = _errs44 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data18.reason !== undefined && func0.call(data18, "reason")){
const _errs46 = errors;
if(typeof data18.reason !== "string"){
validate11.errors = [{instancePath:instancePath+"/verdicts/" + i3+"/reason",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid7 = _errs46 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data18.held !== undefined && func0.call(data18, "held")){
const _errs48 = errors;
if(!(validate12(data18.held, {instancePath:instancePath+"/verdicts/" + i3+"/held",parentData:data18,parentDataProperty:"held",rootData}))){
vErrors = vErrors === null ? validate12.errors : vErrors.concat(validate12.errors);
errors = vErrors.length;
}
var valid7 = _errs48 === errors;
}
else {
var valid7 = true;
}
}
}
}
}
}
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/verdicts/" + i3,keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid6 = _errs36 === errors;
if(!valid6){
break;
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/verdicts",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs34 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.clauses !== undefined && func0.call(data, "clauses")){
let data26 = data.clauses;
const _errs49 = errors;
if(errors === _errs49){
if(Array.isArray(data26)){
if(data26.length > 1000){
validate11.errors = [{instancePath:instancePath+"/clauses",keyword:"maxItems",params:{limit: 1000},message:"must NOT have more than 1000 items"}];
return false;
}
else {
var valid9 = true;
const len4 = data26.length;
for(let i4=0; i4<len4 && errors<100; i4++){
let data27 = data26[i4];
const _errs51 = errors;
if(errors === _errs51){
if(data27 && typeof data27 == "object" && !Array.isArray(data27)){
let missing3;
if((((((data27.id === undefined) || (!(func0.call(data27, "id")))) && (missing3 = "id")) || (((data27.section === undefined) || (!(func0.call(data27, "section")))) && (missing3 = "section"))) || (((data27.text === undefined) || (!(func0.call(data27, "text")))) && (missing3 = "text"))) || (((data27.state === undefined) || (!(func0.call(data27, "state")))) && (missing3 = "state"))){
validate11.errors = [{instancePath:instancePath+"/clauses/" + i4,keyword:"required",params:{missingProperty: missing3},message:"must have required property '"+missing3+"'"}];
return false;
}
else {
if(data27.id !== undefined && func0.call(data27, "id")){
let data28 = data27.id;
const _errs53 = errors;
const _errs54 = errors;
if(errors === _errs54){
if(typeof data28 === "string"){
if(!pattern1.test(data28)){
validate11.errors = [{instancePath:instancePath+"/clauses/" + i4+"/id",keyword:"pattern",params:{pattern: "^[0-9.]{1,10}/[a-z0-9-]{1,60}$"},message:"must match pattern \""+"^[0-9.]{1,10}/[a-z0-9-]{1,60}$"+"\""}];
return false;
}
}
else {
validate11.errors = [{instancePath:instancePath+"/clauses/" + i4+"/id",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid10 = _errs53 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data27.section !== undefined && func0.call(data27, "section")){
const _errs56 = errors;
if(typeof data27.section !== "string"){
validate11.errors = [{instancePath:instancePath+"/clauses/" + i4+"/section",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid10 = _errs56 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data27.text !== undefined && func0.call(data27, "text")){
const _errs58 = errors;
if(typeof data27.text !== "string"){
validate11.errors = [{instancePath:instancePath+"/clauses/" + i4+"/text",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid10 = _errs58 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data27.state !== undefined && func0.call(data27, "state")){
let data31 = data27.state;
const _errs60 = errors;
if(!((((((data31 === "held") || (data31 === "broken")) || (data31 === "doubtful")) || (data31 === "warning")) || (data31 === "not applicable")) || (data31 === "inconclusive"))){
validate11.errors = [{instancePath:instancePath+"/clauses/" + i4+"/state",keyword:"enum",params:{allowedValues: schema16.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid10 = _errs60 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data27.reason !== undefined && func0.call(data27, "reason")){
const _errs62 = errors;
if(typeof data27.reason !== "string"){
validate11.errors = [{instancePath:instancePath+"/clauses/" + i4+"/reason",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid10 = _errs62 === errors;
}
else {
var valid10 = true;
}
}
}
}
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/clauses/" + i4,keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid9 = _errs51 === errors;
if(!valid9){
break;
}
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/clauses",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs49 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.findings !== undefined && func0.call(data, "findings")){
let data33 = data.findings;
const _errs64 = errors;
if(errors === _errs64){
if(Array.isArray(data33)){
if(data33.length > 1000){
validate11.errors = [{instancePath:instancePath+"/findings",keyword:"maxItems",params:{limit: 1000},message:"must NOT have more than 1000 items"}];
return false;
}
else {
var valid13 = true;
const len5 = data33.length;
for(let i5=0; i5<len5 && errors<100; i5++){
const _errs66 = errors;
if(!(validate15(data33[i5], {instancePath:instancePath+"/findings/" + i5,parentData:data33,parentDataProperty:i5,rootData}))){
vErrors = vErrors === null ? validate15.errors : vErrors.concat(validate15.errors);
errors = vErrors.length;
}
var valid13 = _errs66 === errors;
if(!valid13){
break;
}
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/findings",keyword:"type",params:{type: "array"},message:"must be array"}];
return false;
}
}
var valid0 = _errs64 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.profile !== undefined && func0.call(data, "profile")){
let data35 = data.profile;
const _errs67 = errors;
if(errors === _errs67){
if(data35 && typeof data35 == "object" && !Array.isArray(data35)){
for(const key0 of Object.keys(data35)){
if(errors>99)break;
const _errs70 = errors;
if(typeof data35[key0] !== "string"){
validate11.errors = [{instancePath:instancePath+"/profile/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid14 = _errs70 === errors;
if(!valid14){
break;
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/profile",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs67 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.gaveUp !== undefined && func0.call(data, "gaveUp")){
const _errs72 = errors;
if(typeof data.gaveUp !== "string"){
validate11.errors = [{instancePath:instancePath+"/gaveUp",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
var valid0 = _errs72 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.recording !== undefined && func0.call(data, "recording")){
let data38 = data.recording;
const _errs74 = errors;
if(errors === _errs74){
if(data38 && typeof data38 == "object" && !Array.isArray(data38)){
let missing4;
if(((((data38.judged === undefined) || (!(func0.call(data38, "judged")))) && (missing4 = "judged")) || (((data38.withoutBody === undefined) || (!(func0.call(data38, "withoutBody")))) && (missing4 = "withoutBody"))) || (((data38.leftOut === undefined) || (!(func0.call(data38, "leftOut")))) && (missing4 = "leftOut"))){
validate11.errors = [{instancePath:instancePath+"/recording",keyword:"required",params:{missingProperty: missing4},message:"must have required property '"+missing4+"'"}];
return false;
}
else {
if(data38.judged !== undefined && func0.call(data38, "judged")){
let data39 = data38.judged;
const _errs76 = errors;
if(!(((typeof data39 == "number") && (!(data39 % 1) && !isNaN(data39))) && (isFinite(data39)))){
validate11.errors = [{instancePath:instancePath+"/recording/judged",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs76){
if((typeof data39 == "number") && (isFinite(data39))){
if(data39 < 0 || isNaN(data39)){
validate11.errors = [{instancePath:instancePath+"/recording/judged",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid15 = _errs76 === errors;
}
else {
var valid15 = true;
}
if(valid15){
if(data38.withoutBody !== undefined && func0.call(data38, "withoutBody")){
let data40 = data38.withoutBody;
const _errs78 = errors;
if(!(((typeof data40 == "number") && (!(data40 % 1) && !isNaN(data40))) && (isFinite(data40)))){
validate11.errors = [{instancePath:instancePath+"/recording/withoutBody",keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs78){
if((typeof data40 == "number") && (isFinite(data40))){
if(data40 < 0 || isNaN(data40)){
validate11.errors = [{instancePath:instancePath+"/recording/withoutBody",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0"}];
return false;
}
}
}
var valid15 = _errs78 === errors;
}
else {
var valid15 = true;
}
if(valid15){
if(data38.leftOut !== undefined && func0.call(data38, "leftOut")){
let data41 = data38.leftOut;
const _errs80 = errors;
if(errors === _errs80){
if(data41 && typeof data41 == "object" && !Array.isArray(data41)){
for(const key1 of Object.keys(data41)){
if(errors>99)break;
let data42 = data41[key1];
const _errs83 = errors;
if(!(((typeof data42 == "number") && (!(data42 % 1) && !isNaN(data42))) && (isFinite(data42)))){
validate11.errors = [{instancePath:instancePath+"/recording/leftOut/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"type",params:{type: "integer"},message:"must be integer"}];
return false;
}
if(errors === _errs83){
if((typeof data42 == "number") && (isFinite(data42))){
if(data42 < 1 || isNaN(data42)){
validate11.errors = [{instancePath:instancePath+"/recording/leftOut/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"minimum",params:{comparison: ">=", limit: 1},message:"must be >= 1"}];
return false;
}
}
}
var valid16 = _errs83 === errors;
if(!valid16){
break;
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/recording/leftOut",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid15 = _errs80 === errors;
}
else {
var valid15 = true;
}
}
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/recording",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs74 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.baseline !== undefined && func0.call(data, "baseline")){
let data43 = data.baseline;
const _errs85 = errors;
if(errors === _errs85){
if(data43 && typeof data43 == "object" && !Array.isArray(data43)){
let missing5;
if(((((data43.startedAt === undefined) || (!(func0.call(data43, "startedAt")))) && (missing5 = "startedAt")) || (((data43.mended === undefined) || (!(func0.call(data43, "mended")))) && (missing5 = "mended"))) || (((data43.onlyNew === undefined) || (!(func0.call(data43, "onlyNew")))) && (missing5 = "onlyNew"))){
validate11.errors = [{instancePath:instancePath+"/baseline",keyword:"required",params:{missingProperty: missing5},message:"must have required property '"+missing5+"'"}];
return false;
}
else {
if(data43.startedAt !== undefined && func0.call(data43, "startedAt")){
let data44 = data43.startedAt;
const _errs87 = errors;
const _errs88 = errors;
if(errors === _errs88){
if(typeof data44 === "string"){
if(!pattern0.test(data44)){
validate11.errors = [{instancePath:instancePath+"/baseline/startedAt",keyword:"pattern",params:{pattern: "^([+-][0-9]{2})?[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$"},message:"must match pattern \""+"^([+-][0-9]{2})?[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$"+"\""}];
return false;
}
}
else {
validate11.errors = [{instancePath:instancePath+"/baseline/startedAt",keyword:"type",params:{type: "string"},message:"must be string"}];
return false;
}
}
var valid17 = _errs87 === errors;
}
else {
var valid17 = true;
}
if(valid17){
if(data43.mended !== undefined && func0.call(data43, "mended")){
const _errs90 = errors;
if(!(validate20(data43.mended, {instancePath:instancePath+"/baseline/mended",parentData:data43,parentDataProperty:"mended",rootData}))){
vErrors = vErrors === null ? validate20.errors : vErrors.concat(validate20.errors);
errors = vErrors.length;
}
var valid17 = _errs90 === errors;
}
else {
var valid17 = true;
}
if(valid17){
if(data43.onlyNew !== undefined && func0.call(data43, "onlyNew")){
const _errs91 = errors;
if(typeof data43.onlyNew !== "boolean"){
validate11.errors = [{instancePath:instancePath+"/baseline/onlyNew",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid17 = _errs91 === errors;
}
else {
var valid17 = true;
}
}
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/baseline",keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
var valid0 = _errs85 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.isConclusive !== undefined && func0.call(data, "isConclusive")){
const _errs93 = errors;
if(typeof data.isConclusive !== "boolean"){
validate11.errors = [{instancePath:instancePath+"/isConclusive",keyword:"type",params:{type: "boolean"},message:"must be boolean"}];
return false;
}
var valid0 = _errs93 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.exitCode !== undefined && func0.call(data, "exitCode")){
let data48 = data.exitCode;
const _errs95 = errors;
if(!(((data48 === 0) || (data48 === 1)) || (data48 === 3))){
validate11.errors = [{instancePath:instancePath+"/exitCode",keyword:"enum",params:{allowedValues: schema12.properties.exitCode.enum},message:"must be equal to one of the allowed values"}];
return false;
}
var valid0 = _errs95 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate11.errors = [{instancePath,keyword:"type",params:{type: "object"},message:"must be object"}];
return false;
}
}
validate11.errors = vErrors;
return errors === 0;
}
