// Made from spec/control.openapi.yaml by `npm run make`. Change that file, not this one.

"use strict";
export const validateNothing = validate11;
const schema12 = {"type":"object","additionalProperties":false,"properties":{}};

function validate11(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 of Object.keys(data)){
if(errors>99)break;
const err0 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema12,data};
(vErrors ??= []).push(err0);
errors++;
}
}
else {
const err1 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema12,data};
(vErrors ??= []).push(err1);
errors++;
}
validate11.errors = vErrors;
return errors === 0;
}

export const validateAddKeyBody = validate12;
const schema13 = {"type":"object","required":["key"],"additionalProperties":false,"properties":{"key":{"type":"string","format":"password","pattern":"^[^\\s,]{1,256}$","x-expected":"a text of 1 to 256 characters, none of them a space or a comma"},"plan":{"type":"string","enum":["free","pro","business","enterprise"],"default":"free"},"standing":{"type":"string","enum":["valid","revoked","expired"],"default":"valid"},"start":{"type":"string","enum":["full","last","exhausted","banned"],"default":"full"},"sandbox":{"type":"string","pattern":"^[a-z0-9-]{1,64}$","x-expected":"a name of 1 to 64 of a-z, 0-9 and \"-\"","default":"default"},"from":{"type":"string","maxLength":40},"until":{"type":"string","maxLength":40}}};
const func0 = Object.prototype.hasOwnProperty;
const pattern0 = new RegExp("^[^\\s,]{1,256}$", "u");
const pattern1 = new RegExp("^[a-z0-9-]{1,64}$", "u");

function validate12(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.plan === undefined){
data.plan = "free";
}
if(data.standing === undefined){
data.standing = "valid";
}
if(data.start === undefined){
data.start = "full";
}
if(data.sandbox === undefined){
data.sandbox = "default";
}
if((data.key === undefined) || (!(func0.call(data, "key")))){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "key"},parentSchema:schema13,data};
(vErrors ??= []).push(err0);
errors++;
}
for(const key0 of Object.keys(data)){
if(errors>99)break;
if(!(((((((key0 === "key") || (key0 === "plan")) || (key0 === "standing")) || (key0 === "start")) || (key0 === "sandbox")) || (key0 === "from")) || (key0 === "until"))){
const err1 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema13,data};
(vErrors ??= []).push(err1);
errors++;
}
}
if(data.key !== undefined && func0.call(data, "key")){
let data0 = data.key;
if(typeof data0 === "string"){
if(!pattern0.test(data0)){
const err2 = {instancePath:instancePath+"/key",keyword:"pattern",params:{pattern: "^[^\\s,]{1,256}$"},schema:"^[^\\s,]{1,256}$",parentSchema:schema13.properties.key,data:data0};
(vErrors ??= []).push(err2);
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/key",keyword:"type",params:{type: "string"},parentSchema:schema13.properties.key,data:data0};
(vErrors ??= []).push(err3);
errors++;
}
}
let data1 = data.plan;
if(typeof data1 !== "string"){
const err4 = {instancePath:instancePath+"/plan",keyword:"type",params:{type: "string"},parentSchema:schema13.properties.plan,data:data1};
(vErrors ??= []).push(err4);
errors++;
}
if(!((((data1 === "free") || (data1 === "pro")) || (data1 === "business")) || (data1 === "enterprise"))){
const err5 = {instancePath:instancePath+"/plan",keyword:"enum",params:{allowedValues: schema13.properties.plan.enum},parentSchema:schema13.properties.plan,data:data1};
(vErrors ??= []).push(err5);
errors++;
}
let data2 = data.standing;
if(typeof data2 !== "string"){
const err6 = {instancePath:instancePath+"/standing",keyword:"type",params:{type: "string"},parentSchema:schema13.properties.standing,data:data2};
(vErrors ??= []).push(err6);
errors++;
}
if(!(((data2 === "valid") || (data2 === "revoked")) || (data2 === "expired"))){
const err7 = {instancePath:instancePath+"/standing",keyword:"enum",params:{allowedValues: schema13.properties.standing.enum},parentSchema:schema13.properties.standing,data:data2};
(vErrors ??= []).push(err7);
errors++;
}
let data3 = data.start;
if(typeof data3 !== "string"){
const err8 = {instancePath:instancePath+"/start",keyword:"type",params:{type: "string"},parentSchema:schema13.properties.start,data:data3};
(vErrors ??= []).push(err8);
errors++;
}
if(!((((data3 === "full") || (data3 === "last")) || (data3 === "exhausted")) || (data3 === "banned"))){
const err9 = {instancePath:instancePath+"/start",keyword:"enum",params:{allowedValues: schema13.properties.start.enum},parentSchema:schema13.properties.start,data:data3};
(vErrors ??= []).push(err9);
errors++;
}
let data4 = data.sandbox;
if(typeof data4 === "string"){
if(!pattern1.test(data4)){
const err10 = {instancePath:instancePath+"/sandbox",keyword:"pattern",params:{pattern: "^[a-z0-9-]{1,64}$"},schema:"^[a-z0-9-]{1,64}$",parentSchema:schema13.properties.sandbox,data:data4};
(vErrors ??= []).push(err10);
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/sandbox",keyword:"type",params:{type: "string"},parentSchema:schema13.properties.sandbox,data:data4};
(vErrors ??= []).push(err11);
errors++;
}
if(data.from !== undefined && func0.call(data, "from")){
let data5 = data.from;
if(typeof data5 === "string"){
if(data5.length > 40){
const err12 = {instancePath:instancePath+"/from",keyword:"maxLength",params:{limit: 40},parentSchema:schema13.properties.from,data:data5};
(vErrors ??= []).push(err12);
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/from",keyword:"type",params:{type: "string"},parentSchema:schema13.properties.from,data:data5};
(vErrors ??= []).push(err13);
errors++;
}
}
if(data.until !== undefined && func0.call(data, "until")){
let data6 = data.until;
if(typeof data6 === "string"){
if(data6.length > 40){
const err14 = {instancePath:instancePath+"/until",keyword:"maxLength",params:{limit: 40},parentSchema:schema13.properties.until,data:data6};
(vErrors ??= []).push(err14);
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/until",keyword:"type",params:{type: "string"},parentSchema:schema13.properties.until,data:data6};
(vErrors ??= []).push(err15);
errors++;
}
}
}
else {
const err16 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema13,data};
(vErrors ??= []).push(err16);
errors++;
}
validate12.errors = vErrors;
return errors === 0;
}

export const validateMakeSandboxBody = validate13;
const schema14 = {"type":"object","required":["name"],"additionalProperties":false,"properties":{"name":{"type":"string","pattern":"^[a-z0-9-]{1,64}$","x-expected":"a name of 1 to 64 of a-z, 0-9 and \"-\""}}};

function validate13(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.name === undefined) || (!(func0.call(data, "name")))){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "name"},parentSchema:schema14,data};
(vErrors ??= []).push(err0);
errors++;
}
for(const key0 of Object.keys(data)){
if(errors>99)break;
if(!(key0 === "name")){
const err1 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema14,data};
(vErrors ??= []).push(err1);
errors++;
}
}
if(data.name !== undefined && func0.call(data, "name")){
let data0 = data.name;
if(typeof data0 === "string"){
if(!pattern1.test(data0)){
const err2 = {instancePath:instancePath+"/name",keyword:"pattern",params:{pattern: "^[a-z0-9-]{1,64}$"},schema:"^[a-z0-9-]{1,64}$",parentSchema:schema14.properties.name,data:data0};
(vErrors ??= []).push(err2);
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/name",keyword:"type",params:{type: "string"},parentSchema:schema14.properties.name,data:data0};
(vErrors ??= []).push(err3);
errors++;
}
}
}
else {
const err4 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema14,data};
(vErrors ??= []).push(err4);
errors++;
}
validate13.errors = vErrors;
return errors === 0;
}

export const validateReportSandboxQuery = validate14;
const schema15 = {"type":"object","additionalProperties":false,"properties":{"test":{"type":"string","maxLength":1000},"failure":{"type":"string","maxLength":10000}}};

function validate14(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 of Object.keys(data)){
if(errors>99)break;
if(!((key0 === "test") || (key0 === "failure"))){
const err0 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema15,data};
(vErrors ??= []).push(err0);
errors++;
}
}
if(data.test !== undefined && func0.call(data, "test")){
let data0 = data.test;
if(typeof data0 === "string"){
if(data0.length > 1000){
const err1 = {instancePath:instancePath+"/test",keyword:"maxLength",params:{limit: 1000},parentSchema:schema15.properties.test,data:data0};
(vErrors ??= []).push(err1);
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/test",keyword:"type",params:{type: "string"},parentSchema:schema15.properties.test,data:data0};
(vErrors ??= []).push(err2);
errors++;
}
}
if(data.failure !== undefined && func0.call(data, "failure")){
let data1 = data.failure;
if(typeof data1 === "string"){
if(data1.length > 10000){
const err3 = {instancePath:instancePath+"/failure",keyword:"maxLength",params:{limit: 10000},parentSchema:schema15.properties.failure,data:data1};
(vErrors ??= []).push(err3);
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/failure",keyword:"type",params:{type: "string"},parentSchema:schema15.properties.failure,data:data1};
(vErrors ??= []).push(err4);
errors++;
}
}
}
else {
const err5 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema15,data};
(vErrors ??= []).push(err5);
errors++;
}
validate14.errors = vErrors;
return errors === 0;
}

export const validateChangeSettingsBody = validate15;
const schema16 = {"type":"object","minProperties":1,"additionalProperties":false,"properties":{"seed":{"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991},"scenario":{"type":"array","maxItems":100,"x-expected":"an array of at most 100 scenarios, each an object with scenario, operation, calls","items":{"type":"object","required":["scenario"],"additionalProperties":false,"properties":{"scenario":{"type":"string","maxLength":100},"operation":{"type":"string","enum":["listPets","createPet","getPet"]},"calls":{"type":"integer","minimum":1,"maximum":9007199254740991}}}},"fault":{"type":["string","null"],"maxLength":100,"x-expected":"the id of a fault, or null for none"},"clock":{"type":"object","minProperties":1,"additionalProperties":false,"properties":{"mode":{"type":"string","enum":["real","running","frozen"]},"at":{"type":"string","x-expected":"an instant from 1970 to 9899, such as \"2030-12-05T00:00:00Z\""}}},"latencyMilliseconds":{"type":["number","array"],"minimum":0,"maximum":600000,"minItems":2,"maxItems":2,"items":{"type":"number","minimum":0,"maximum":600000},"x-expected":"milliseconds from 0 to 600000, or the two ends of a range"},"journal":{"type":"object","minProperties":1,"additionalProperties":false,"properties":{"entries":{"type":"integer","minimum":1,"maximum":100000},"bytes":{"type":"integer","minimum":1,"maximum":134217728}}},"profile":{"type":["object","null"],"maxProperties":100,"x-expected":"an object with a choice for each silence, or null for those of the start","additionalProperties":{"type":["string","number"],"maxLength":2000,"x-expected":"a choice of this silence (GET /_mock/lists names them)"}}}};

function validate15(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 1){
const err0 = {instancePath,keyword:"minProperties",params:{limit: 1},parentSchema:schema16,data};
(vErrors ??= []).push(err0);
errors++;
}
for(const key0 of Object.keys(data)){
if(errors>99)break;
if(!(((((((key0 === "seed") || (key0 === "scenario")) || (key0 === "fault")) || (key0 === "clock")) || (key0 === "latencyMilliseconds")) || (key0 === "journal")) || (key0 === "profile"))){
const err1 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema16,data};
(vErrors ??= []).push(err1);
errors++;
}
}
if(data.seed !== undefined && func0.call(data, "seed")){
let data0 = data.seed;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err2 = {instancePath:instancePath+"/seed",keyword:"type",params:{type: "integer"},parentSchema:schema16.properties.seed,data:data0};
(vErrors ??= []).push(err2);
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 9007199254740991 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/seed",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},parentSchema:schema16.properties.seed,data:data0};
(vErrors ??= []).push(err3);
errors++;
}
if(data0 < -9007199254740991 || isNaN(data0)){
const err4 = {instancePath:instancePath+"/seed",keyword:"minimum",params:{comparison: ">=", limit: -9007199254740991},parentSchema:schema16.properties.seed,data:data0};
(vErrors ??= []).push(err4);
errors++;
}
}
}
if(data.scenario !== undefined && func0.call(data, "scenario")){
let data1 = data.scenario;
if(Array.isArray(data1)){
if(data1.length > 100){
const err5 = {instancePath:instancePath+"/scenario",keyword:"maxItems",params:{limit: 100},parentSchema:schema16.properties.scenario,data:data1};
(vErrors ??= []).push(err5);
errors++;
}
const len0 = data1.length;
for(let i0=0; i0<len0 && errors<100; i0++){
let data2 = data1[i0];
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if((data2.scenario === undefined) || (!(func0.call(data2, "scenario")))){
const err6 = {instancePath:instancePath+"/scenario/" + i0,keyword:"required",params:{missingProperty: "scenario"},parentSchema:schema16.properties.scenario.items,data:data2};
(vErrors ??= []).push(err6);
errors++;
}
for(const key1 of Object.keys(data2)){
if(errors>99)break;
if(!(((key1 === "scenario") || (key1 === "operation")) || (key1 === "calls"))){
const err7 = {instancePath:instancePath+"/scenario/" + i0,keyword:"additionalProperties",params:{additionalProperty: key1},parentSchema:schema16.properties.scenario.items,data:data2};
(vErrors ??= []).push(err7);
errors++;
}
}
if(data2.scenario !== undefined && func0.call(data2, "scenario")){
let data3 = data2.scenario;
if(typeof data3 === "string"){
if(data3.length > 100){
const err8 = {instancePath:instancePath+"/scenario/" + i0+"/scenario",keyword:"maxLength",params:{limit: 100},parentSchema:schema16.properties.scenario.items.properties.scenario,data:data3};
(vErrors ??= []).push(err8);
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/scenario/" + i0+"/scenario",keyword:"type",params:{type: "string"},parentSchema:schema16.properties.scenario.items.properties.scenario,data:data3};
(vErrors ??= []).push(err9);
errors++;
}
}
if(data2.operation !== undefined && func0.call(data2, "operation")){
let data4 = data2.operation;
if(typeof data4 !== "string"){
const err10 = {instancePath:instancePath+"/scenario/" + i0+"/operation",keyword:"type",params:{type: "string"},parentSchema:schema16.properties.scenario.items.properties.operation,data:data4};
(vErrors ??= []).push(err10);
errors++;
}
if(!(((data4 === "listPets") || (data4 === "createPet")) || (data4 === "getPet"))){
const err11 = {instancePath:instancePath+"/scenario/" + i0+"/operation",keyword:"enum",params:{allowedValues: schema16.properties.scenario.items.properties.operation.enum},parentSchema:schema16.properties.scenario.items.properties.operation,data:data4};
(vErrors ??= []).push(err11);
errors++;
}
}
if(data2.calls !== undefined && func0.call(data2, "calls")){
let data5 = data2.calls;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
const err12 = {instancePath:instancePath+"/scenario/" + i0+"/calls",keyword:"type",params:{type: "integer"},parentSchema:schema16.properties.scenario.items.properties.calls,data:data5};
(vErrors ??= []).push(err12);
errors++;
}
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 9007199254740991 || isNaN(data5)){
const err13 = {instancePath:instancePath+"/scenario/" + i0+"/calls",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},parentSchema:schema16.properties.scenario.items.properties.calls,data:data5};
(vErrors ??= []).push(err13);
errors++;
}
if(data5 < 1 || isNaN(data5)){
const err14 = {instancePath:instancePath+"/scenario/" + i0+"/calls",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema16.properties.scenario.items.properties.calls,data:data5};
(vErrors ??= []).push(err14);
errors++;
}
}
}
}
else {
const err15 = {instancePath:instancePath+"/scenario/" + i0,keyword:"type",params:{type: "object"},parentSchema:schema16.properties.scenario.items,data:data2};
(vErrors ??= []).push(err15);
errors++;
}
}
}
else {
const err16 = {instancePath:instancePath+"/scenario",keyword:"type",params:{type: "array"},parentSchema:schema16.properties.scenario,data:data1};
(vErrors ??= []).push(err16);
errors++;
}
}
if(data.fault !== undefined && func0.call(data, "fault")){
let data6 = data.fault;
if((typeof data6 !== "string") && (data6 !== null)){
const err17 = {instancePath:instancePath+"/fault",keyword:"type",params:{type: schema16.properties.fault.type},parentSchema:schema16.properties.fault,data:data6};
(vErrors ??= []).push(err17);
errors++;
}
if(typeof data6 === "string"){
if(data6.length > 100){
const err18 = {instancePath:instancePath+"/fault",keyword:"maxLength",params:{limit: 100},parentSchema:schema16.properties.fault,data:data6};
(vErrors ??= []).push(err18);
errors++;
}
}
}
if(data.clock !== undefined && func0.call(data, "clock")){
let data7 = data.clock;
if(data7 && typeof data7 == "object" && !Array.isArray(data7)){
if(Object.keys(data7).length < 1){
const err19 = {instancePath:instancePath+"/clock",keyword:"minProperties",params:{limit: 1},parentSchema:schema16.properties.clock,data:data7};
(vErrors ??= []).push(err19);
errors++;
}
for(const key2 of Object.keys(data7)){
if(errors>99)break;
if(!((key2 === "mode") || (key2 === "at"))){
const err20 = {instancePath:instancePath+"/clock",keyword:"additionalProperties",params:{additionalProperty: key2},parentSchema:schema16.properties.clock,data:data7};
(vErrors ??= []).push(err20);
errors++;
}
}
if(data7.mode !== undefined && func0.call(data7, "mode")){
let data8 = data7.mode;
if(typeof data8 !== "string"){
const err21 = {instancePath:instancePath+"/clock/mode",keyword:"type",params:{type: "string"},parentSchema:schema16.properties.clock.properties.mode,data:data8};
(vErrors ??= []).push(err21);
errors++;
}
if(!(((data8 === "real") || (data8 === "running")) || (data8 === "frozen"))){
const err22 = {instancePath:instancePath+"/clock/mode",keyword:"enum",params:{allowedValues: schema16.properties.clock.properties.mode.enum},parentSchema:schema16.properties.clock.properties.mode,data:data8};
(vErrors ??= []).push(err22);
errors++;
}
}
if(data7.at !== undefined && func0.call(data7, "at")){
let data9 = data7.at;
if(typeof data9 !== "string"){
const err23 = {instancePath:instancePath+"/clock/at",keyword:"type",params:{type: "string"},parentSchema:schema16.properties.clock.properties.at,data:data9};
(vErrors ??= []).push(err23);
errors++;
}
}
}
else {
const err24 = {instancePath:instancePath+"/clock",keyword:"type",params:{type: "object"},parentSchema:schema16.properties.clock,data:data7};
(vErrors ??= []).push(err24);
errors++;
}
}
if(data.latencyMilliseconds !== undefined && func0.call(data, "latencyMilliseconds")){
let data10 = data.latencyMilliseconds;
if((!((typeof data10 == "number") && (isFinite(data10)))) && (!(Array.isArray(data10)))){
const err25 = {instancePath:instancePath+"/latencyMilliseconds",keyword:"type",params:{type: schema16.properties.latencyMilliseconds.type},parentSchema:schema16.properties.latencyMilliseconds,data:data10};
(vErrors ??= []).push(err25);
errors++;
}
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 600000 || isNaN(data10)){
const err26 = {instancePath:instancePath+"/latencyMilliseconds",keyword:"maximum",params:{comparison: "<=", limit: 600000},parentSchema:schema16.properties.latencyMilliseconds,data:data10};
(vErrors ??= []).push(err26);
errors++;
}
if(data10 < 0 || isNaN(data10)){
const err27 = {instancePath:instancePath+"/latencyMilliseconds",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema16.properties.latencyMilliseconds,data:data10};
(vErrors ??= []).push(err27);
errors++;
}
}
if(Array.isArray(data10)){
if(data10.length > 2){
const err28 = {instancePath:instancePath+"/latencyMilliseconds",keyword:"maxItems",params:{limit: 2},parentSchema:schema16.properties.latencyMilliseconds,data:data10};
(vErrors ??= []).push(err28);
errors++;
}
if(data10.length < 2){
const err29 = {instancePath:instancePath+"/latencyMilliseconds",keyword:"minItems",params:{limit: 2},parentSchema:schema16.properties.latencyMilliseconds,data:data10};
(vErrors ??= []).push(err29);
errors++;
}
const len1 = data10.length;
for(let i1=0; i1<len1 && errors<100; i1++){
let data11 = data10[i1];
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 > 600000 || isNaN(data11)){
const err30 = {instancePath:instancePath+"/latencyMilliseconds/" + i1,keyword:"maximum",params:{comparison: "<=", limit: 600000},parentSchema:schema16.properties.latencyMilliseconds.items,data:data11};
(vErrors ??= []).push(err30);
errors++;
}
if(data11 < 0 || isNaN(data11)){
const err31 = {instancePath:instancePath+"/latencyMilliseconds/" + i1,keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema16.properties.latencyMilliseconds.items,data:data11};
(vErrors ??= []).push(err31);
errors++;
}
}
else {
const err32 = {instancePath:instancePath+"/latencyMilliseconds/" + i1,keyword:"type",params:{type: "number"},parentSchema:schema16.properties.latencyMilliseconds.items,data:data11};
(vErrors ??= []).push(err32);
errors++;
}
}
}
}
if(data.journal !== undefined && func0.call(data, "journal")){
let data12 = data.journal;
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
if(Object.keys(data12).length < 1){
const err33 = {instancePath:instancePath+"/journal",keyword:"minProperties",params:{limit: 1},parentSchema:schema16.properties.journal,data:data12};
(vErrors ??= []).push(err33);
errors++;
}
for(const key3 of Object.keys(data12)){
if(errors>99)break;
if(!((key3 === "entries") || (key3 === "bytes"))){
const err34 = {instancePath:instancePath+"/journal",keyword:"additionalProperties",params:{additionalProperty: key3},parentSchema:schema16.properties.journal,data:data12};
(vErrors ??= []).push(err34);
errors++;
}
}
if(data12.entries !== undefined && func0.call(data12, "entries")){
let data13 = data12.entries;
if(!(((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13))) && (isFinite(data13)))){
const err35 = {instancePath:instancePath+"/journal/entries",keyword:"type",params:{type: "integer"},parentSchema:schema16.properties.journal.properties.entries,data:data13};
(vErrors ??= []).push(err35);
errors++;
}
if((typeof data13 == "number") && (isFinite(data13))){
if(data13 > 100000 || isNaN(data13)){
const err36 = {instancePath:instancePath+"/journal/entries",keyword:"maximum",params:{comparison: "<=", limit: 100000},parentSchema:schema16.properties.journal.properties.entries,data:data13};
(vErrors ??= []).push(err36);
errors++;
}
if(data13 < 1 || isNaN(data13)){
const err37 = {instancePath:instancePath+"/journal/entries",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema16.properties.journal.properties.entries,data:data13};
(vErrors ??= []).push(err37);
errors++;
}
}
}
if(data12.bytes !== undefined && func0.call(data12, "bytes")){
let data14 = data12.bytes;
if(!(((typeof data14 == "number") && (!(data14 % 1) && !isNaN(data14))) && (isFinite(data14)))){
const err38 = {instancePath:instancePath+"/journal/bytes",keyword:"type",params:{type: "integer"},parentSchema:schema16.properties.journal.properties.bytes,data:data14};
(vErrors ??= []).push(err38);
errors++;
}
if((typeof data14 == "number") && (isFinite(data14))){
if(data14 > 134217728 || isNaN(data14)){
const err39 = {instancePath:instancePath+"/journal/bytes",keyword:"maximum",params:{comparison: "<=", limit: 134217728},parentSchema:schema16.properties.journal.properties.bytes,data:data14};
(vErrors ??= []).push(err39);
errors++;
}
if(data14 < 1 || isNaN(data14)){
const err40 = {instancePath:instancePath+"/journal/bytes",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema16.properties.journal.properties.bytes,data:data14};
(vErrors ??= []).push(err40);
errors++;
}
}
}
}
else {
const err41 = {instancePath:instancePath+"/journal",keyword:"type",params:{type: "object"},parentSchema:schema16.properties.journal,data:data12};
(vErrors ??= []).push(err41);
errors++;
}
}
if(data.profile !== undefined && func0.call(data, "profile")){
let data15 = data.profile;
if((!(data15 && typeof data15 == "object" && !Array.isArray(data15))) && (data15 !== null)){
const err42 = {instancePath:instancePath+"/profile",keyword:"type",params:{type: schema16.properties.profile.type},parentSchema:schema16.properties.profile,data:data15};
(vErrors ??= []).push(err42);
errors++;
}
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
if(Object.keys(data15).length > 100){
const err43 = {instancePath:instancePath+"/profile",keyword:"maxProperties",params:{limit: 100},parentSchema:schema16.properties.profile,data:data15};
(vErrors ??= []).push(err43);
errors++;
}
for(const key4 of Object.keys(data15)){
if(errors>99)break;
let data16 = data15[key4];
if((typeof data16 !== "string") && (!((typeof data16 == "number") && (isFinite(data16))))){
const err44 = {instancePath:instancePath+"/profile/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"type",params:{type: schema16.properties.profile.additionalProperties.type},parentSchema:schema16.properties.profile.additionalProperties,data:data16};
(vErrors ??= []).push(err44);
errors++;
}
if(typeof data16 === "string"){
if(data16.length > 2000){
const err45 = {instancePath:instancePath+"/profile/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"maxLength",params:{limit: 2000},parentSchema:schema16.properties.profile.additionalProperties,data:data16};
(vErrors ??= []).push(err45);
errors++;
}
}
}
}
}
}
else {
const err46 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema16,data};
(vErrors ??= []).push(err46);
errors++;
}
validate15.errors = vErrors;
return errors === 0;
}

export const validateAdvanceClockBody = validate16;
const schema17 = {"type":"object","required":["seconds"],"additionalProperties":false,"properties":{"seconds":{"type":"number","minimum":-300000000000,"maximum":300000000000}}};

function validate16(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.seconds === undefined) || (!(func0.call(data, "seconds")))){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "seconds"},parentSchema:schema17,data};
(vErrors ??= []).push(err0);
errors++;
}
for(const key0 of Object.keys(data)){
if(errors>99)break;
if(!(key0 === "seconds")){
const err1 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema17,data};
(vErrors ??= []).push(err1);
errors++;
}
}
if(data.seconds !== undefined && func0.call(data, "seconds")){
let data0 = data.seconds;
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 300000000000 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/seconds",keyword:"maximum",params:{comparison: "<=", limit: 300000000000},parentSchema:schema17.properties.seconds,data:data0};
(vErrors ??= []).push(err2);
errors++;
}
if(data0 < -300000000000 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/seconds",keyword:"minimum",params:{comparison: ">=", limit: -300000000000},parentSchema:schema17.properties.seconds,data:data0};
(vErrors ??= []).push(err3);
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/seconds",keyword:"type",params:{type: "number"},parentSchema:schema17.properties.seconds,data:data0};
(vErrors ??= []).push(err4);
errors++;
}
}
}
else {
const err5 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema17,data};
(vErrors ??= []).push(err5);
errors++;
}
validate16.errors = vErrors;
return errors === 0;
}

export const validatePlayScenarioBody = validate17;
const schema18 = {"type":"object","required":["scenario"],"additionalProperties":false,"properties":{"scenario":{"type":"string","maxLength":100},"operation":{"type":"string","enum":["listPets","createPet","getPet"]},"calls":{"type":"integer","minimum":1,"maximum":9007199254740991},"call":{"type":"integer","minimum":1,"maximum":9007199254740991},"reply":{"type":"object","required":["status"],"additionalProperties":false,"properties":{"status":{"type":"integer","minimum":200,"maximum":599},"headers":{"type":"object","maxProperties":100,"additionalProperties":{"type":"string","maxLength":8000}},"body":{"type":"string","maxLength":1048576},"delayMilliseconds":{"type":"number","minimum":0,"maximum":600000},"effect":{"type":["string","null"],"enum":["reset","hang","hold",null]}}}}};

function validate17(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.scenario === undefined) || (!(func0.call(data, "scenario")))){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "scenario"},parentSchema:schema18,data};
(vErrors ??= []).push(err0);
errors++;
}
for(const key0 of Object.keys(data)){
if(errors>99)break;
if(!(((((key0 === "scenario") || (key0 === "operation")) || (key0 === "calls")) || (key0 === "call")) || (key0 === "reply"))){
const err1 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema18,data};
(vErrors ??= []).push(err1);
errors++;
}
}
if(data.scenario !== undefined && func0.call(data, "scenario")){
let data0 = data.scenario;
if(typeof data0 === "string"){
if(data0.length > 100){
const err2 = {instancePath:instancePath+"/scenario",keyword:"maxLength",params:{limit: 100},parentSchema:schema18.properties.scenario,data:data0};
(vErrors ??= []).push(err2);
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/scenario",keyword:"type",params:{type: "string"},parentSchema:schema18.properties.scenario,data:data0};
(vErrors ??= []).push(err3);
errors++;
}
}
if(data.operation !== undefined && func0.call(data, "operation")){
let data1 = data.operation;
if(typeof data1 !== "string"){
const err4 = {instancePath:instancePath+"/operation",keyword:"type",params:{type: "string"},parentSchema:schema18.properties.operation,data:data1};
(vErrors ??= []).push(err4);
errors++;
}
if(!(((data1 === "listPets") || (data1 === "createPet")) || (data1 === "getPet"))){
const err5 = {instancePath:instancePath+"/operation",keyword:"enum",params:{allowedValues: schema18.properties.operation.enum},parentSchema:schema18.properties.operation,data:data1};
(vErrors ??= []).push(err5);
errors++;
}
}
if(data.calls !== undefined && func0.call(data, "calls")){
let data2 = data.calls;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err6 = {instancePath:instancePath+"/calls",keyword:"type",params:{type: "integer"},parentSchema:schema18.properties.calls,data:data2};
(vErrors ??= []).push(err6);
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 9007199254740991 || isNaN(data2)){
const err7 = {instancePath:instancePath+"/calls",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},parentSchema:schema18.properties.calls,data:data2};
(vErrors ??= []).push(err7);
errors++;
}
if(data2 < 1 || isNaN(data2)){
const err8 = {instancePath:instancePath+"/calls",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema18.properties.calls,data:data2};
(vErrors ??= []).push(err8);
errors++;
}
}
}
if(data.call !== undefined && func0.call(data, "call")){
let data3 = data.call;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err9 = {instancePath:instancePath+"/call",keyword:"type",params:{type: "integer"},parentSchema:schema18.properties.call,data:data3};
(vErrors ??= []).push(err9);
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 9007199254740991 || isNaN(data3)){
const err10 = {instancePath:instancePath+"/call",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},parentSchema:schema18.properties.call,data:data3};
(vErrors ??= []).push(err10);
errors++;
}
if(data3 < 1 || isNaN(data3)){
const err11 = {instancePath:instancePath+"/call",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema18.properties.call,data:data3};
(vErrors ??= []).push(err11);
errors++;
}
}
}
if(data.reply !== undefined && func0.call(data, "reply")){
let data4 = data.reply;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if((data4.status === undefined) || (!(func0.call(data4, "status")))){
const err12 = {instancePath:instancePath+"/reply",keyword:"required",params:{missingProperty: "status"},parentSchema:schema18.properties.reply,data:data4};
(vErrors ??= []).push(err12);
errors++;
}
for(const key1 of Object.keys(data4)){
if(errors>99)break;
if(!(((((key1 === "status") || (key1 === "headers")) || (key1 === "body")) || (key1 === "delayMilliseconds")) || (key1 === "effect"))){
const err13 = {instancePath:instancePath+"/reply",keyword:"additionalProperties",params:{additionalProperty: key1},parentSchema:schema18.properties.reply,data:data4};
(vErrors ??= []).push(err13);
errors++;
}
}
if(data4.status !== undefined && func0.call(data4, "status")){
let data5 = data4.status;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
const err14 = {instancePath:instancePath+"/reply/status",keyword:"type",params:{type: "integer"},parentSchema:schema18.properties.reply.properties.status,data:data5};
(vErrors ??= []).push(err14);
errors++;
}
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 599 || isNaN(data5)){
const err15 = {instancePath:instancePath+"/reply/status",keyword:"maximum",params:{comparison: "<=", limit: 599},parentSchema:schema18.properties.reply.properties.status,data:data5};
(vErrors ??= []).push(err15);
errors++;
}
if(data5 < 200 || isNaN(data5)){
const err16 = {instancePath:instancePath+"/reply/status",keyword:"minimum",params:{comparison: ">=", limit: 200},parentSchema:schema18.properties.reply.properties.status,data:data5};
(vErrors ??= []).push(err16);
errors++;
}
}
}
if(data4.headers !== undefined && func0.call(data4, "headers")){
let data6 = data4.headers;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(Object.keys(data6).length > 100){
const err17 = {instancePath:instancePath+"/reply/headers",keyword:"maxProperties",params:{limit: 100},parentSchema:schema18.properties.reply.properties.headers,data:data6};
(vErrors ??= []).push(err17);
errors++;
}
for(const key2 of Object.keys(data6)){
if(errors>99)break;
let data7 = data6[key2];
if(typeof data7 === "string"){
if(data7.length > 8000){
const err18 = {instancePath:instancePath+"/reply/headers/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"maxLength",params:{limit: 8000},parentSchema:schema18.properties.reply.properties.headers.additionalProperties,data:data7};
(vErrors ??= []).push(err18);
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/reply/headers/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"type",params:{type: "string"},parentSchema:schema18.properties.reply.properties.headers.additionalProperties,data:data7};
(vErrors ??= []).push(err19);
errors++;
}
}
}
else {
const err20 = {instancePath:instancePath+"/reply/headers",keyword:"type",params:{type: "object"},parentSchema:schema18.properties.reply.properties.headers,data:data6};
(vErrors ??= []).push(err20);
errors++;
}
}
if(data4.body !== undefined && func0.call(data4, "body")){
let data8 = data4.body;
if(typeof data8 === "string"){
if(data8.length > 1048576){
const err21 = {instancePath:instancePath+"/reply/body",keyword:"maxLength",params:{limit: 1048576},parentSchema:schema18.properties.reply.properties.body,data:data8};
(vErrors ??= []).push(err21);
errors++;
}
}
else {
const err22 = {instancePath:instancePath+"/reply/body",keyword:"type",params:{type: "string"},parentSchema:schema18.properties.reply.properties.body,data:data8};
(vErrors ??= []).push(err22);
errors++;
}
}
if(data4.delayMilliseconds !== undefined && func0.call(data4, "delayMilliseconds")){
let data9 = data4.delayMilliseconds;
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 > 600000 || isNaN(data9)){
const err23 = {instancePath:instancePath+"/reply/delayMilliseconds",keyword:"maximum",params:{comparison: "<=", limit: 600000},parentSchema:schema18.properties.reply.properties.delayMilliseconds,data:data9};
(vErrors ??= []).push(err23);
errors++;
}
if(data9 < 0 || isNaN(data9)){
const err24 = {instancePath:instancePath+"/reply/delayMilliseconds",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema18.properties.reply.properties.delayMilliseconds,data:data9};
(vErrors ??= []).push(err24);
errors++;
}
}
else {
const err25 = {instancePath:instancePath+"/reply/delayMilliseconds",keyword:"type",params:{type: "number"},parentSchema:schema18.properties.reply.properties.delayMilliseconds,data:data9};
(vErrors ??= []).push(err25);
errors++;
}
}
if(data4.effect !== undefined && func0.call(data4, "effect")){
let data10 = data4.effect;
if((typeof data10 !== "string") && (data10 !== null)){
const err26 = {instancePath:instancePath+"/reply/effect",keyword:"type",params:{type: schema18.properties.reply.properties.effect.type},parentSchema:schema18.properties.reply.properties.effect,data:data10};
(vErrors ??= []).push(err26);
errors++;
}
if(!((((data10 === "reset") || (data10 === "hang")) || (data10 === "hold")) || (data10 === null))){
const err27 = {instancePath:instancePath+"/reply/effect",keyword:"enum",params:{allowedValues: schema18.properties.reply.properties.effect.enum},parentSchema:schema18.properties.reply.properties.effect,data:data10};
(vErrors ??= []).push(err27);
errors++;
}
}
}
else {
const err28 = {instancePath:instancePath+"/reply",keyword:"type",params:{type: "object"},parentSchema:schema18.properties.reply,data:data4};
(vErrors ??= []).push(err28);
errors++;
}
}
}
else {
const err29 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema18,data};
(vErrors ??= []).push(err29);
errors++;
}
validate17.errors = vErrors;
return errors === 0;
}

export const validateEndScenariosQuery = validate18;
const schema19 = {"type":"object","additionalProperties":false,"properties":{"operation":{"type":"string","enum":["listPets","createPet","getPet"]}}};

function validate18(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 of Object.keys(data)){
if(errors>99)break;
if(!(key0 === "operation")){
const err0 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema19,data};
(vErrors ??= []).push(err0);
errors++;
}
}
if(data.operation !== undefined && func0.call(data, "operation")){
let data0 = data.operation;
if(typeof data0 !== "string"){
const err1 = {instancePath:instancePath+"/operation",keyword:"type",params:{type: "string"},parentSchema:schema19.properties.operation,data:data0};
(vErrors ??= []).push(err1);
errors++;
}
if(!(((data0 === "listPets") || (data0 === "createPet")) || (data0 === "getPet"))){
const err2 = {instancePath:instancePath+"/operation",keyword:"enum",params:{allowedValues: schema19.properties.operation.enum},parentSchema:schema19.properties.operation,data:data0};
(vErrors ??= []).push(err2);
errors++;
}
}
}
else {
const err3 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema19,data};
(vErrors ??= []).push(err3);
errors++;
}
validate18.errors = vErrors;
return errors === 0;
}

export const validateReleaseHeldBody = validate19;
const schema20 = {"type":"object","additionalProperties":false,"properties":{"id":{"type":"integer","minimum":1,"maximum":9007199254740991},"reply":{"type":"object","additionalProperties":false,"properties":{"status":{"type":"integer","minimum":200,"maximum":599},"headers":{"type":"object","maxProperties":100,"additionalProperties":{"type":"string","maxLength":8000}},"body":{"type":"string","maxLength":1048576},"effect":{"type":"string","enum":["reset","hang"]}}}}};

function validate19(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 of Object.keys(data)){
if(errors>99)break;
if(!((key0 === "id") || (key0 === "reply"))){
const err0 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema20,data};
(vErrors ??= []).push(err0);
errors++;
}
}
if(data.id !== undefined && func0.call(data, "id")){
let data0 = data.id;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err1 = {instancePath:instancePath+"/id",keyword:"type",params:{type: "integer"},parentSchema:schema20.properties.id,data:data0};
(vErrors ??= []).push(err1);
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 9007199254740991 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/id",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},parentSchema:schema20.properties.id,data:data0};
(vErrors ??= []).push(err2);
errors++;
}
if(data0 < 1 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/id",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema20.properties.id,data:data0};
(vErrors ??= []).push(err3);
errors++;
}
}
}
if(data.reply !== undefined && func0.call(data, "reply")){
let data1 = data.reply;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
for(const key1 of Object.keys(data1)){
if(errors>99)break;
if(!((((key1 === "status") || (key1 === "headers")) || (key1 === "body")) || (key1 === "effect"))){
const err4 = {instancePath:instancePath+"/reply",keyword:"additionalProperties",params:{additionalProperty: key1},parentSchema:schema20.properties.reply,data:data1};
(vErrors ??= []).push(err4);
errors++;
}
}
if(data1.status !== undefined && func0.call(data1, "status")){
let data2 = data1.status;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err5 = {instancePath:instancePath+"/reply/status",keyword:"type",params:{type: "integer"},parentSchema:schema20.properties.reply.properties.status,data:data2};
(vErrors ??= []).push(err5);
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 599 || isNaN(data2)){
const err6 = {instancePath:instancePath+"/reply/status",keyword:"maximum",params:{comparison: "<=", limit: 599},parentSchema:schema20.properties.reply.properties.status,data:data2};
(vErrors ??= []).push(err6);
errors++;
}
if(data2 < 200 || isNaN(data2)){
const err7 = {instancePath:instancePath+"/reply/status",keyword:"minimum",params:{comparison: ">=", limit: 200},parentSchema:schema20.properties.reply.properties.status,data:data2};
(vErrors ??= []).push(err7);
errors++;
}
}
}
if(data1.headers !== undefined && func0.call(data1, "headers")){
let data3 = data1.headers;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(Object.keys(data3).length > 100){
const err8 = {instancePath:instancePath+"/reply/headers",keyword:"maxProperties",params:{limit: 100},parentSchema:schema20.properties.reply.properties.headers,data:data3};
(vErrors ??= []).push(err8);
errors++;
}
for(const key2 of Object.keys(data3)){
if(errors>99)break;
let data4 = data3[key2];
if(typeof data4 === "string"){
if(data4.length > 8000){
const err9 = {instancePath:instancePath+"/reply/headers/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"maxLength",params:{limit: 8000},parentSchema:schema20.properties.reply.properties.headers.additionalProperties,data:data4};
(vErrors ??= []).push(err9);
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/reply/headers/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"type",params:{type: "string"},parentSchema:schema20.properties.reply.properties.headers.additionalProperties,data:data4};
(vErrors ??= []).push(err10);
errors++;
}
}
}
else {
const err11 = {instancePath:instancePath+"/reply/headers",keyword:"type",params:{type: "object"},parentSchema:schema20.properties.reply.properties.headers,data:data3};
(vErrors ??= []).push(err11);
errors++;
}
}
if(data1.body !== undefined && func0.call(data1, "body")){
let data5 = data1.body;
if(typeof data5 === "string"){
if(data5.length > 1048576){
const err12 = {instancePath:instancePath+"/reply/body",keyword:"maxLength",params:{limit: 1048576},parentSchema:schema20.properties.reply.properties.body,data:data5};
(vErrors ??= []).push(err12);
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/reply/body",keyword:"type",params:{type: "string"},parentSchema:schema20.properties.reply.properties.body,data:data5};
(vErrors ??= []).push(err13);
errors++;
}
}
if(data1.effect !== undefined && func0.call(data1, "effect")){
let data6 = data1.effect;
if(typeof data6 !== "string"){
const err14 = {instancePath:instancePath+"/reply/effect",keyword:"type",params:{type: "string"},parentSchema:schema20.properties.reply.properties.effect,data:data6};
(vErrors ??= []).push(err14);
errors++;
}
if(!((data6 === "reset") || (data6 === "hang"))){
const err15 = {instancePath:instancePath+"/reply/effect",keyword:"enum",params:{allowedValues: schema20.properties.reply.properties.effect.enum},parentSchema:schema20.properties.reply.properties.effect,data:data6};
(vErrors ??= []).push(err15);
errors++;
}
}
}
else {
const err16 = {instancePath:instancePath+"/reply",keyword:"type",params:{type: "object"},parentSchema:schema20.properties.reply,data:data1};
(vErrors ??= []).push(err16);
errors++;
}
}
}
else {
const err17 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema20,data};
(vErrors ??= []).push(err17);
errors++;
}
validate19.errors = vErrors;
return errors === 0;
}

export const validateSetQuotaBody = validate20;
const schema21 = {"type":"object","required":["key"],"minProperties":2,"additionalProperties":false,"properties":{"key":{"type":"string","format":"password","maxLength":256},"minuteUsed":{"type":"integer","minimum":0,"maximum":1000000000},"dayUsed":{"type":"integer","minimum":0,"maximum":1000000000},"remaining":{"type":"integer","minimum":0,"maximum":1000000000},"bannedForSeconds":{"type":"integer","minimum":0,"maximum":31536000}}};

function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 2){
const err0 = {instancePath,keyword:"minProperties",params:{limit: 2},parentSchema:schema21,data};
(vErrors ??= []).push(err0);
errors++;
}
if((data.key === undefined) || (!(func0.call(data, "key")))){
const err1 = {instancePath,keyword:"required",params:{missingProperty: "key"},parentSchema:schema21,data};
(vErrors ??= []).push(err1);
errors++;
}
for(const key0 of Object.keys(data)){
if(errors>99)break;
if(!(((((key0 === "key") || (key0 === "minuteUsed")) || (key0 === "dayUsed")) || (key0 === "remaining")) || (key0 === "bannedForSeconds"))){
const err2 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema21,data};
(vErrors ??= []).push(err2);
errors++;
}
}
if(data.key !== undefined && func0.call(data, "key")){
let data0 = data.key;
if(typeof data0 === "string"){
if(data0.length > 256){
const err3 = {instancePath:instancePath+"/key",keyword:"maxLength",params:{limit: 256},parentSchema:schema21.properties.key,data:data0};
(vErrors ??= []).push(err3);
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/key",keyword:"type",params:{type: "string"},parentSchema:schema21.properties.key,data:data0};
(vErrors ??= []).push(err4);
errors++;
}
}
if(data.minuteUsed !== undefined && func0.call(data, "minuteUsed")){
let data1 = data.minuteUsed;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err5 = {instancePath:instancePath+"/minuteUsed",keyword:"type",params:{type: "integer"},parentSchema:schema21.properties.minuteUsed,data:data1};
(vErrors ??= []).push(err5);
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 1000000000 || isNaN(data1)){
const err6 = {instancePath:instancePath+"/minuteUsed",keyword:"maximum",params:{comparison: "<=", limit: 1000000000},parentSchema:schema21.properties.minuteUsed,data:data1};
(vErrors ??= []).push(err6);
errors++;
}
if(data1 < 0 || isNaN(data1)){
const err7 = {instancePath:instancePath+"/minuteUsed",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema21.properties.minuteUsed,data:data1};
(vErrors ??= []).push(err7);
errors++;
}
}
}
if(data.dayUsed !== undefined && func0.call(data, "dayUsed")){
let data2 = data.dayUsed;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err8 = {instancePath:instancePath+"/dayUsed",keyword:"type",params:{type: "integer"},parentSchema:schema21.properties.dayUsed,data:data2};
(vErrors ??= []).push(err8);
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 1000000000 || isNaN(data2)){
const err9 = {instancePath:instancePath+"/dayUsed",keyword:"maximum",params:{comparison: "<=", limit: 1000000000},parentSchema:schema21.properties.dayUsed,data:data2};
(vErrors ??= []).push(err9);
errors++;
}
if(data2 < 0 || isNaN(data2)){
const err10 = {instancePath:instancePath+"/dayUsed",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema21.properties.dayUsed,data:data2};
(vErrors ??= []).push(err10);
errors++;
}
}
}
if(data.remaining !== undefined && func0.call(data, "remaining")){
let data3 = data.remaining;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err11 = {instancePath:instancePath+"/remaining",keyword:"type",params:{type: "integer"},parentSchema:schema21.properties.remaining,data:data3};
(vErrors ??= []).push(err11);
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 1000000000 || isNaN(data3)){
const err12 = {instancePath:instancePath+"/remaining",keyword:"maximum",params:{comparison: "<=", limit: 1000000000},parentSchema:schema21.properties.remaining,data:data3};
(vErrors ??= []).push(err12);
errors++;
}
if(data3 < 0 || isNaN(data3)){
const err13 = {instancePath:instancePath+"/remaining",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema21.properties.remaining,data:data3};
(vErrors ??= []).push(err13);
errors++;
}
}
}
if(data.bannedForSeconds !== undefined && func0.call(data, "bannedForSeconds")){
let data4 = data.bannedForSeconds;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
const err14 = {instancePath:instancePath+"/bannedForSeconds",keyword:"type",params:{type: "integer"},parentSchema:schema21.properties.bannedForSeconds,data:data4};
(vErrors ??= []).push(err14);
errors++;
}
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 31536000 || isNaN(data4)){
const err15 = {instancePath:instancePath+"/bannedForSeconds",keyword:"maximum",params:{comparison: "<=", limit: 31536000},parentSchema:schema21.properties.bannedForSeconds,data:data4};
(vErrors ??= []).push(err15);
errors++;
}
if(data4 < 0 || isNaN(data4)){
const err16 = {instancePath:instancePath+"/bannedForSeconds",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema21.properties.bannedForSeconds,data:data4};
(vErrors ??= []).push(err16);
errors++;
}
}
}
}
else {
const err17 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema21,data};
(vErrors ??= []).push(err17);
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}

export const validateListAnimalsQuery = validate21;
const schema22 = {"type":"object","additionalProperties":false,"properties":{"offset":{"type":"integer","minimum":0,"maximum":9007199254740991,"default":0},"limit":{"type":"integer","minimum":1,"maximum":1000,"default":20},"status":{"type":"string","enum":["available","pending","sold"]},"search":{"type":"string","maxLength":200}}};

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.offset === undefined){
data.offset = 0;
}
if(data.limit === undefined){
data.limit = 20;
}
for(const key0 of Object.keys(data)){
if(errors>99)break;
if(!((((key0 === "offset") || (key0 === "limit")) || (key0 === "status")) || (key0 === "search"))){
const err0 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema22,data};
(vErrors ??= []).push(err0);
errors++;
}
}
let data0 = data.offset;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err1 = {instancePath:instancePath+"/offset",keyword:"type",params:{type: "integer"},parentSchema:schema22.properties.offset,data:data0};
(vErrors ??= []).push(err1);
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 9007199254740991 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/offset",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},parentSchema:schema22.properties.offset,data:data0};
(vErrors ??= []).push(err2);
errors++;
}
if(data0 < 0 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/offset",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema22.properties.offset,data:data0};
(vErrors ??= []).push(err3);
errors++;
}
}
let data1 = data.limit;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err4 = {instancePath:instancePath+"/limit",keyword:"type",params:{type: "integer"},parentSchema:schema22.properties.limit,data:data1};
(vErrors ??= []).push(err4);
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 1000 || isNaN(data1)){
const err5 = {instancePath:instancePath+"/limit",keyword:"maximum",params:{comparison: "<=", limit: 1000},parentSchema:schema22.properties.limit,data:data1};
(vErrors ??= []).push(err5);
errors++;
}
if(data1 < 1 || isNaN(data1)){
const err6 = {instancePath:instancePath+"/limit",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema22.properties.limit,data:data1};
(vErrors ??= []).push(err6);
errors++;
}
}
if(data.status !== undefined && func0.call(data, "status")){
let data2 = data.status;
if(typeof data2 !== "string"){
const err7 = {instancePath:instancePath+"/status",keyword:"type",params:{type: "string"},parentSchema:schema22.properties.status,data:data2};
(vErrors ??= []).push(err7);
errors++;
}
if(!(((data2 === "available") || (data2 === "pending")) || (data2 === "sold"))){
const err8 = {instancePath:instancePath+"/status",keyword:"enum",params:{allowedValues: schema22.properties.status.enum},parentSchema:schema22.properties.status,data:data2};
(vErrors ??= []).push(err8);
errors++;
}
}
if(data.search !== undefined && func0.call(data, "search")){
let data3 = data.search;
if(typeof data3 === "string"){
if(data3.length > 200){
const err9 = {instancePath:instancePath+"/search",keyword:"maxLength",params:{limit: 200},parentSchema:schema22.properties.search,data:data3};
(vErrors ??= []).push(err9);
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/search",keyword:"type",params:{type: "string"},parentSchema:schema22.properties.search,data:data3};
(vErrors ??= []).push(err10);
errors++;
}
}
}
else {
const err11 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema22,data};
(vErrors ??= []).push(err11);
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}

export const validateAddAnimalBody = validate22;
const schema23 = {"type":"object","required":["name","categoryId"],"additionalProperties":false,"properties":{"id":{"int64":true},"name":{"type":"string"},"categoryId":{"int64":true},"status":{"type":"string","enum":["available","pending","sold"]}}};

function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.name === undefined) || (!(func0.call(data, "name")))){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "name"},parentSchema:schema23,data};
(vErrors ??= []).push(err0);
errors++;
}
if((data.categoryId === undefined) || (!(func0.call(data, "categoryId")))){
const err1 = {instancePath,keyword:"required",params:{missingProperty: "categoryId"},parentSchema:schema23,data};
(vErrors ??= []).push(err1);
errors++;
}
for(const key0 of Object.keys(data)){
if(errors>99)break;
if(!((((key0 === "id") || (key0 === "name")) || (key0 === "categoryId")) || (key0 === "status"))){
const err2 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema23,data};
(vErrors ??= []).push(err2);
errors++;
}
}
if(data.id !== undefined && func0.call(data, "id")){
let data0 = data.id;
if(!((typeof data0 == "bigint" ? BigInt.asIntN(64, data0) === data0 : Number.isSafeInteger(data0)))){
const err3 = {instancePath:instancePath+"/id",keyword:"int64",params:{},parentSchema:schema23.properties.id,data:data0};
(vErrors ??= []).push(err3);
errors++;
}
}
if(data.name !== undefined && func0.call(data, "name")){
let data1 = data.name;
if(typeof data1 !== "string"){
const err4 = {instancePath:instancePath+"/name",keyword:"type",params:{type: "string"},parentSchema:schema23.properties.name,data:data1};
(vErrors ??= []).push(err4);
errors++;
}
}
if(data.categoryId !== undefined && func0.call(data, "categoryId")){
let data2 = data.categoryId;
if(!((typeof data2 == "bigint" ? BigInt.asIntN(64, data2) === data2 : Number.isSafeInteger(data2)))){
const err5 = {instancePath:instancePath+"/categoryId",keyword:"int64",params:{},parentSchema:schema23.properties.categoryId,data:data2};
(vErrors ??= []).push(err5);
errors++;
}
}
if(data.status !== undefined && func0.call(data, "status")){
let data3 = data.status;
if(typeof data3 !== "string"){
const err6 = {instancePath:instancePath+"/status",keyword:"type",params:{type: "string"},parentSchema:schema23.properties.status,data:data3};
(vErrors ??= []).push(err6);
errors++;
}
if(!(((data3 === "available") || (data3 === "pending")) || (data3 === "sold"))){
const err7 = {instancePath:instancePath+"/status",keyword:"enum",params:{allowedValues: schema23.properties.status.enum},parentSchema:schema23.properties.status,data:data3};
(vErrors ??= []).push(err7);
errors++;
}
}
}
else {
const err8 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema23,data};
(vErrors ??= []).push(err8);
errors++;
}
validate22.errors = vErrors;
return errors === 0;
}

export const validateReplaceAnimalsBody = validate23;
const schema24 = {"type":"array","maxItems":100000,"x-expected":"an array of at most 100000 animals (a mock can start with more, by --dataset)","items":{"type":"object","required":["id","name","categoryId"],"additionalProperties":false,"properties":{"id":{"int64":true},"name":{"type":"string"},"categoryId":{"int64":true},"status":{"type":"string","enum":["available","pending","sold"]}}}};

function validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(Array.isArray(data)){
if(data.length > 100000){
const err0 = {instancePath,keyword:"maxItems",params:{limit: 100000},parentSchema:schema24,data};
(vErrors ??= []).push(err0);
errors++;
}
const len0 = data.length;
for(let i0=0; i0<len0 && errors<100; i0++){
let data0 = data[i0];
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if((data0.id === undefined) || (!(func0.call(data0, "id")))){
const err1 = {instancePath:instancePath+"/" + i0,keyword:"required",params:{missingProperty: "id"},parentSchema:schema24.items,data:data0};
(vErrors ??= []).push(err1);
errors++;
}
if((data0.name === undefined) || (!(func0.call(data0, "name")))){
const err2 = {instancePath:instancePath+"/" + i0,keyword:"required",params:{missingProperty: "name"},parentSchema:schema24.items,data:data0};
(vErrors ??= []).push(err2);
errors++;
}
if((data0.categoryId === undefined) || (!(func0.call(data0, "categoryId")))){
const err3 = {instancePath:instancePath+"/" + i0,keyword:"required",params:{missingProperty: "categoryId"},parentSchema:schema24.items,data:data0};
(vErrors ??= []).push(err3);
errors++;
}
for(const key0 of Object.keys(data0)){
if(errors>99)break;
if(!((((key0 === "id") || (key0 === "name")) || (key0 === "categoryId")) || (key0 === "status"))){
const err4 = {instancePath:instancePath+"/" + i0,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema24.items,data:data0};
(vErrors ??= []).push(err4);
errors++;
}
}
if(data0.id !== undefined && func0.call(data0, "id")){
let data1 = data0.id;
if(!((typeof data1 == "bigint" ? BigInt.asIntN(64, data1) === data1 : Number.isSafeInteger(data1)))){
const err5 = {instancePath:instancePath+"/" + i0+"/id",keyword:"int64",params:{},parentSchema:schema24.items.properties.id,data:data1};
(vErrors ??= []).push(err5);
errors++;
}
}
if(data0.name !== undefined && func0.call(data0, "name")){
let data2 = data0.name;
if(typeof data2 !== "string"){
const err6 = {instancePath:instancePath+"/" + i0+"/name",keyword:"type",params:{type: "string"},parentSchema:schema24.items.properties.name,data:data2};
(vErrors ??= []).push(err6);
errors++;
}
}
if(data0.categoryId !== undefined && func0.call(data0, "categoryId")){
let data3 = data0.categoryId;
if(!((typeof data3 == "bigint" ? BigInt.asIntN(64, data3) === data3 : Number.isSafeInteger(data3)))){
const err7 = {instancePath:instancePath+"/" + i0+"/categoryId",keyword:"int64",params:{},parentSchema:schema24.items.properties.categoryId,data:data3};
(vErrors ??= []).push(err7);
errors++;
}
}
if(data0.status !== undefined && func0.call(data0, "status")){
let data4 = data0.status;
if(typeof data4 !== "string"){
const err8 = {instancePath:instancePath+"/" + i0+"/status",keyword:"type",params:{type: "string"},parentSchema:schema24.items.properties.status,data:data4};
(vErrors ??= []).push(err8);
errors++;
}
if(!(((data4 === "available") || (data4 === "pending")) || (data4 === "sold"))){
const err9 = {instancePath:instancePath+"/" + i0+"/status",keyword:"enum",params:{allowedValues: schema24.items.properties.status.enum},parentSchema:schema24.items.properties.status,data:data4};
(vErrors ??= []).push(err9);
errors++;
}
}
}
else {
const err10 = {instancePath:instancePath+"/" + i0,keyword:"type",params:{type: "object"},parentSchema:schema24.items,data:data0};
(vErrors ??= []).push(err10);
errors++;
}
}
}
else {
const err11 = {instancePath,keyword:"type",params:{type: "array"},parentSchema:schema24,data};
(vErrors ??= []).push(err11);
errors++;
}
validate23.errors = vErrors;
return errors === 0;
}

export const validateReplaceAnimalsBody1 = validate24;
const schema25 = {"type":"object","required":["dataset"],"additionalProperties":false,"properties":{"dataset":{"type":"string","maxLength":100},"count":{"type":"integer","minimum":0,"maximum":100000},"seed":{"type":"integer","minimum":0,"maximum":9007199254740991}}};

function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.dataset === undefined) || (!(func0.call(data, "dataset")))){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "dataset"},parentSchema:schema25,data};
(vErrors ??= []).push(err0);
errors++;
}
for(const key0 of Object.keys(data)){
if(errors>99)break;
if(!(((key0 === "dataset") || (key0 === "count")) || (key0 === "seed"))){
const err1 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema25,data};
(vErrors ??= []).push(err1);
errors++;
}
}
if(data.dataset !== undefined && func0.call(data, "dataset")){
let data0 = data.dataset;
if(typeof data0 === "string"){
if(data0.length > 100){
const err2 = {instancePath:instancePath+"/dataset",keyword:"maxLength",params:{limit: 100},parentSchema:schema25.properties.dataset,data:data0};
(vErrors ??= []).push(err2);
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/dataset",keyword:"type",params:{type: "string"},parentSchema:schema25.properties.dataset,data:data0};
(vErrors ??= []).push(err3);
errors++;
}
}
if(data.count !== undefined && func0.call(data, "count")){
let data1 = data.count;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
const err4 = {instancePath:instancePath+"/count",keyword:"type",params:{type: "integer"},parentSchema:schema25.properties.count,data:data1};
(vErrors ??= []).push(err4);
errors++;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 100000 || isNaN(data1)){
const err5 = {instancePath:instancePath+"/count",keyword:"maximum",params:{comparison: "<=", limit: 100000},parentSchema:schema25.properties.count,data:data1};
(vErrors ??= []).push(err5);
errors++;
}
if(data1 < 0 || isNaN(data1)){
const err6 = {instancePath:instancePath+"/count",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema25.properties.count,data:data1};
(vErrors ??= []).push(err6);
errors++;
}
}
}
if(data.seed !== undefined && func0.call(data, "seed")){
let data2 = data.seed;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err7 = {instancePath:instancePath+"/seed",keyword:"type",params:{type: "integer"},parentSchema:schema25.properties.seed,data:data2};
(vErrors ??= []).push(err7);
errors++;
}
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 9007199254740991 || isNaN(data2)){
const err8 = {instancePath:instancePath+"/seed",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},parentSchema:schema25.properties.seed,data:data2};
(vErrors ??= []).push(err8);
errors++;
}
if(data2 < 0 || isNaN(data2)){
const err9 = {instancePath:instancePath+"/seed",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema25.properties.seed,data:data2};
(vErrors ??= []).push(err9);
errors++;
}
}
}
}
else {
const err10 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema25,data};
(vErrors ??= []).push(err10);
errors++;
}
validate24.errors = vErrors;
return errors === 0;
}

export const validateReplaceAnimalsBody2 = validate25;
const schema26 = {"type":"object","required":["file","content"],"additionalProperties":false,"properties":{"file":{"type":"string","maxLength":1000},"content":{"type":"string","maxLength":16777216}}};

function validate25(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.file === undefined) || (!(func0.call(data, "file")))){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "file"},parentSchema:schema26,data};
(vErrors ??= []).push(err0);
errors++;
}
if((data.content === undefined) || (!(func0.call(data, "content")))){
const err1 = {instancePath,keyword:"required",params:{missingProperty: "content"},parentSchema:schema26,data};
(vErrors ??= []).push(err1);
errors++;
}
for(const key0 of Object.keys(data)){
if(errors>99)break;
if(!((key0 === "file") || (key0 === "content"))){
const err2 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema26,data};
(vErrors ??= []).push(err2);
errors++;
}
}
if(data.file !== undefined && func0.call(data, "file")){
let data0 = data.file;
if(typeof data0 === "string"){
if(data0.length > 1000){
const err3 = {instancePath:instancePath+"/file",keyword:"maxLength",params:{limit: 1000},parentSchema:schema26.properties.file,data:data0};
(vErrors ??= []).push(err3);
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/file",keyword:"type",params:{type: "string"},parentSchema:schema26.properties.file,data:data0};
(vErrors ??= []).push(err4);
errors++;
}
}
if(data.content !== undefined && func0.call(data, "content")){
let data1 = data.content;
if(typeof data1 === "string"){
if(data1.length > 16777216){
const err5 = {instancePath:instancePath+"/content",keyword:"maxLength",params:{limit: 16777216},parentSchema:schema26.properties.content,data:data1};
(vErrors ??= []).push(err5);
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/content",keyword:"type",params:{type: "string"},parentSchema:schema26.properties.content,data:data1};
(vErrors ??= []).push(err6);
errors++;
}
}
}
else {
const err7 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema26,data};
(vErrors ??= []).push(err7);
errors++;
}
validate25.errors = vErrors;
return errors === 0;
}

export const validateLoadAnimalsBody = validate26;
const schema27 = {"type":"array","maxItems":100000,"x-expected":"an array of at most 100000 animals (a mock can start with more, by --dataset)","items":{"type":"object","required":["name","categoryId"],"additionalProperties":false,"properties":{"id":{"int64":true},"name":{"type":"string"},"categoryId":{"int64":true},"status":{"type":"string","enum":["available","pending","sold"]}}}};

function validate26(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(Array.isArray(data)){
if(data.length > 100000){
const err0 = {instancePath,keyword:"maxItems",params:{limit: 100000},parentSchema:schema27,data};
(vErrors ??= []).push(err0);
errors++;
}
const len0 = data.length;
for(let i0=0; i0<len0 && errors<100; i0++){
let data0 = data[i0];
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
if((data0.name === undefined) || (!(func0.call(data0, "name")))){
const err1 = {instancePath:instancePath+"/" + i0,keyword:"required",params:{missingProperty: "name"},parentSchema:schema27.items,data:data0};
(vErrors ??= []).push(err1);
errors++;
}
if((data0.categoryId === undefined) || (!(func0.call(data0, "categoryId")))){
const err2 = {instancePath:instancePath+"/" + i0,keyword:"required",params:{missingProperty: "categoryId"},parentSchema:schema27.items,data:data0};
(vErrors ??= []).push(err2);
errors++;
}
for(const key0 of Object.keys(data0)){
if(errors>99)break;
if(!((((key0 === "id") || (key0 === "name")) || (key0 === "categoryId")) || (key0 === "status"))){
const err3 = {instancePath:instancePath+"/" + i0,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema27.items,data:data0};
(vErrors ??= []).push(err3);
errors++;
}
}
if(data0.id !== undefined && func0.call(data0, "id")){
let data1 = data0.id;
if(!((typeof data1 == "bigint" ? BigInt.asIntN(64, data1) === data1 : Number.isSafeInteger(data1)))){
const err4 = {instancePath:instancePath+"/" + i0+"/id",keyword:"int64",params:{},parentSchema:schema27.items.properties.id,data:data1};
(vErrors ??= []).push(err4);
errors++;
}
}
if(data0.name !== undefined && func0.call(data0, "name")){
let data2 = data0.name;
if(typeof data2 !== "string"){
const err5 = {instancePath:instancePath+"/" + i0+"/name",keyword:"type",params:{type: "string"},parentSchema:schema27.items.properties.name,data:data2};
(vErrors ??= []).push(err5);
errors++;
}
}
if(data0.categoryId !== undefined && func0.call(data0, "categoryId")){
let data3 = data0.categoryId;
if(!((typeof data3 == "bigint" ? BigInt.asIntN(64, data3) === data3 : Number.isSafeInteger(data3)))){
const err6 = {instancePath:instancePath+"/" + i0+"/categoryId",keyword:"int64",params:{},parentSchema:schema27.items.properties.categoryId,data:data3};
(vErrors ??= []).push(err6);
errors++;
}
}
if(data0.status !== undefined && func0.call(data0, "status")){
let data4 = data0.status;
if(typeof data4 !== "string"){
const err7 = {instancePath:instancePath+"/" + i0+"/status",keyword:"type",params:{type: "string"},parentSchema:schema27.items.properties.status,data:data4};
(vErrors ??= []).push(err7);
errors++;
}
if(!(((data4 === "available") || (data4 === "pending")) || (data4 === "sold"))){
const err8 = {instancePath:instancePath+"/" + i0+"/status",keyword:"enum",params:{allowedValues: schema27.items.properties.status.enum},parentSchema:schema27.items.properties.status,data:data4};
(vErrors ??= []).push(err8);
errors++;
}
}
}
else {
const err9 = {instancePath:instancePath+"/" + i0,keyword:"type",params:{type: "object"},parentSchema:schema27.items,data:data0};
(vErrors ??= []).push(err9);
errors++;
}
}
}
else {
const err10 = {instancePath,keyword:"type",params:{type: "array"},parentSchema:schema27,data};
(vErrors ??= []).push(err10);
errors++;
}
validate26.errors = vErrors;
return errors === 0;
}

export const validateExportAnimalsQuery = validate27;
const schema28 = {"type":"object","additionalProperties":false,"properties":{"format":{"type":"string","enum":["json","ndjson","csv"],"default":"json"}}};

function validate27(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.format === undefined){
data.format = "json";
}
for(const key0 of Object.keys(data)){
if(errors>99)break;
if(!(key0 === "format")){
const err0 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema28,data};
(vErrors ??= []).push(err0);
errors++;
}
}
let data0 = data.format;
if(typeof data0 !== "string"){
const err1 = {instancePath:instancePath+"/format",keyword:"type",params:{type: "string"},parentSchema:schema28.properties.format,data:data0};
(vErrors ??= []).push(err1);
errors++;
}
if(!(((data0 === "json") || (data0 === "ndjson")) || (data0 === "csv"))){
const err2 = {instancePath:instancePath+"/format",keyword:"enum",params:{allowedValues: schema28.properties.format.enum},parentSchema:schema28.properties.format,data:data0};
(vErrors ??= []).push(err2);
errors++;
}
}
else {
const err3 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema28,data};
(vErrors ??= []).push(err3);
errors++;
}
validate27.errors = vErrors;
return errors === 0;
}

export const validateChangeAnimalBody = validate28;
const schema29 = {"type":"object","additionalProperties":false,"properties":{"name":{"type":"string"},"categoryId":{"int64":true},"status":{"type":["string","null"],"enum":["available","pending","sold",null]}}};

function validate28(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 of Object.keys(data)){
if(errors>99)break;
if(!(((key0 === "name") || (key0 === "categoryId")) || (key0 === "status"))){
const err0 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema29,data};
(vErrors ??= []).push(err0);
errors++;
}
}
if(data.name !== undefined && func0.call(data, "name")){
let data0 = data.name;
if(typeof data0 !== "string"){
const err1 = {instancePath:instancePath+"/name",keyword:"type",params:{type: "string"},parentSchema:schema29.properties.name,data:data0};
(vErrors ??= []).push(err1);
errors++;
}
}
if(data.categoryId !== undefined && func0.call(data, "categoryId")){
let data1 = data.categoryId;
if(!((typeof data1 == "bigint" ? BigInt.asIntN(64, data1) === data1 : Number.isSafeInteger(data1)))){
const err2 = {instancePath:instancePath+"/categoryId",keyword:"int64",params:{},parentSchema:schema29.properties.categoryId,data:data1};
(vErrors ??= []).push(err2);
errors++;
}
}
if(data.status !== undefined && func0.call(data, "status")){
let data2 = data.status;
if((typeof data2 !== "string") && (data2 !== null)){
const err3 = {instancePath:instancePath+"/status",keyword:"type",params:{type: schema29.properties.status.type},parentSchema:schema29.properties.status,data:data2};
(vErrors ??= []).push(err3);
errors++;
}
if(!((((data2 === "available") || (data2 === "pending")) || (data2 === "sold")) || (data2 === null))){
const err4 = {instancePath:instancePath+"/status",keyword:"enum",params:{allowedValues: schema29.properties.status.enum},parentSchema:schema29.properties.status,data:data2};
(vErrors ??= []).push(err4);
errors++;
}
}
}
else {
const err5 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema29,data};
(vErrors ??= []).push(err5);
errors++;
}
validate28.errors = vErrors;
return errors === 0;
}

export const validateShowJournalQuery = validate29;
const schema30 = {"type":"object","additionalProperties":false,"properties":{"operation":{"type":"string","enum":["listPets","createPet","getPet"]},"method":{"type":"string","maxLength":40},"path":{"type":"string","maxLength":8000},"status":{"type":"integer","minimum":100,"maximum":599},"scenario":{"type":"string","maxLength":100},"after":{"type":"integer","minimum":0,"maximum":9007199254740991},"limit":{"type":"integer","minimum":1,"maximum":100000,"default":100}}};

function validate29(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.limit === undefined){
data.limit = 100;
}
for(const key0 of Object.keys(data)){
if(errors>99)break;
if(!(((((((key0 === "operation") || (key0 === "method")) || (key0 === "path")) || (key0 === "status")) || (key0 === "scenario")) || (key0 === "after")) || (key0 === "limit"))){
const err0 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema30,data};
(vErrors ??= []).push(err0);
errors++;
}
}
if(data.operation !== undefined && func0.call(data, "operation")){
let data0 = data.operation;
if(typeof data0 !== "string"){
const err1 = {instancePath:instancePath+"/operation",keyword:"type",params:{type: "string"},parentSchema:schema30.properties.operation,data:data0};
(vErrors ??= []).push(err1);
errors++;
}
if(!(((data0 === "listPets") || (data0 === "createPet")) || (data0 === "getPet"))){
const err2 = {instancePath:instancePath+"/operation",keyword:"enum",params:{allowedValues: schema30.properties.operation.enum},parentSchema:schema30.properties.operation,data:data0};
(vErrors ??= []).push(err2);
errors++;
}
}
if(data.method !== undefined && func0.call(data, "method")){
let data1 = data.method;
if(typeof data1 === "string"){
if(data1.length > 40){
const err3 = {instancePath:instancePath+"/method",keyword:"maxLength",params:{limit: 40},parentSchema:schema30.properties.method,data:data1};
(vErrors ??= []).push(err3);
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/method",keyword:"type",params:{type: "string"},parentSchema:schema30.properties.method,data:data1};
(vErrors ??= []).push(err4);
errors++;
}
}
if(data.path !== undefined && func0.call(data, "path")){
let data2 = data.path;
if(typeof data2 === "string"){
if(data2.length > 8000){
const err5 = {instancePath:instancePath+"/path",keyword:"maxLength",params:{limit: 8000},parentSchema:schema30.properties.path,data:data2};
(vErrors ??= []).push(err5);
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/path",keyword:"type",params:{type: "string"},parentSchema:schema30.properties.path,data:data2};
(vErrors ??= []).push(err6);
errors++;
}
}
if(data.status !== undefined && func0.call(data, "status")){
let data3 = data.status;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err7 = {instancePath:instancePath+"/status",keyword:"type",params:{type: "integer"},parentSchema:schema30.properties.status,data:data3};
(vErrors ??= []).push(err7);
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 599 || isNaN(data3)){
const err8 = {instancePath:instancePath+"/status",keyword:"maximum",params:{comparison: "<=", limit: 599},parentSchema:schema30.properties.status,data:data3};
(vErrors ??= []).push(err8);
errors++;
}
if(data3 < 100 || isNaN(data3)){
const err9 = {instancePath:instancePath+"/status",keyword:"minimum",params:{comparison: ">=", limit: 100},parentSchema:schema30.properties.status,data:data3};
(vErrors ??= []).push(err9);
errors++;
}
}
}
if(data.scenario !== undefined && func0.call(data, "scenario")){
let data4 = data.scenario;
if(typeof data4 === "string"){
if(data4.length > 100){
const err10 = {instancePath:instancePath+"/scenario",keyword:"maxLength",params:{limit: 100},parentSchema:schema30.properties.scenario,data:data4};
(vErrors ??= []).push(err10);
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/scenario",keyword:"type",params:{type: "string"},parentSchema:schema30.properties.scenario,data:data4};
(vErrors ??= []).push(err11);
errors++;
}
}
if(data.after !== undefined && func0.call(data, "after")){
let data5 = data.after;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
const err12 = {instancePath:instancePath+"/after",keyword:"type",params:{type: "integer"},parentSchema:schema30.properties.after,data:data5};
(vErrors ??= []).push(err12);
errors++;
}
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 9007199254740991 || isNaN(data5)){
const err13 = {instancePath:instancePath+"/after",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},parentSchema:schema30.properties.after,data:data5};
(vErrors ??= []).push(err13);
errors++;
}
if(data5 < 0 || isNaN(data5)){
const err14 = {instancePath:instancePath+"/after",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema30.properties.after,data:data5};
(vErrors ??= []).push(err14);
errors++;
}
}
}
let data6 = data.limit;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
const err15 = {instancePath:instancePath+"/limit",keyword:"type",params:{type: "integer"},parentSchema:schema30.properties.limit,data:data6};
(vErrors ??= []).push(err15);
errors++;
}
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 100000 || isNaN(data6)){
const err16 = {instancePath:instancePath+"/limit",keyword:"maximum",params:{comparison: "<=", limit: 100000},parentSchema:schema30.properties.limit,data:data6};
(vErrors ??= []).push(err16);
errors++;
}
if(data6 < 1 || isNaN(data6)){
const err17 = {instancePath:instancePath+"/limit",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema30.properties.limit,data:data6};
(vErrors ??= []).push(err17);
errors++;
}
}
}
else {
const err18 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema30,data};
(vErrors ??= []).push(err18);
errors++;
}
validate29.errors = vErrors;
return errors === 0;
}

export const validateExportJournalQuery = validate30;
const schema31 = {"type":"object","additionalProperties":false,"properties":{"operation":{"type":"string","enum":["listPets","createPet","getPet"]},"method":{"type":"string","maxLength":40},"path":{"type":"string","maxLength":8000},"status":{"type":"integer","minimum":100,"maximum":599},"scenario":{"type":"string","maxLength":100},"after":{"type":"integer","minimum":0,"maximum":9007199254740991}}};

function validate30(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 of Object.keys(data)){
if(errors>99)break;
if(!((((((key0 === "operation") || (key0 === "method")) || (key0 === "path")) || (key0 === "status")) || (key0 === "scenario")) || (key0 === "after"))){
const err0 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema31,data};
(vErrors ??= []).push(err0);
errors++;
}
}
if(data.operation !== undefined && func0.call(data, "operation")){
let data0 = data.operation;
if(typeof data0 !== "string"){
const err1 = {instancePath:instancePath+"/operation",keyword:"type",params:{type: "string"},parentSchema:schema31.properties.operation,data:data0};
(vErrors ??= []).push(err1);
errors++;
}
if(!(((data0 === "listPets") || (data0 === "createPet")) || (data0 === "getPet"))){
const err2 = {instancePath:instancePath+"/operation",keyword:"enum",params:{allowedValues: schema31.properties.operation.enum},parentSchema:schema31.properties.operation,data:data0};
(vErrors ??= []).push(err2);
errors++;
}
}
if(data.method !== undefined && func0.call(data, "method")){
let data1 = data.method;
if(typeof data1 === "string"){
if(data1.length > 40){
const err3 = {instancePath:instancePath+"/method",keyword:"maxLength",params:{limit: 40},parentSchema:schema31.properties.method,data:data1};
(vErrors ??= []).push(err3);
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/method",keyword:"type",params:{type: "string"},parentSchema:schema31.properties.method,data:data1};
(vErrors ??= []).push(err4);
errors++;
}
}
if(data.path !== undefined && func0.call(data, "path")){
let data2 = data.path;
if(typeof data2 === "string"){
if(data2.length > 8000){
const err5 = {instancePath:instancePath+"/path",keyword:"maxLength",params:{limit: 8000},parentSchema:schema31.properties.path,data:data2};
(vErrors ??= []).push(err5);
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/path",keyword:"type",params:{type: "string"},parentSchema:schema31.properties.path,data:data2};
(vErrors ??= []).push(err6);
errors++;
}
}
if(data.status !== undefined && func0.call(data, "status")){
let data3 = data.status;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err7 = {instancePath:instancePath+"/status",keyword:"type",params:{type: "integer"},parentSchema:schema31.properties.status,data:data3};
(vErrors ??= []).push(err7);
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 599 || isNaN(data3)){
const err8 = {instancePath:instancePath+"/status",keyword:"maximum",params:{comparison: "<=", limit: 599},parentSchema:schema31.properties.status,data:data3};
(vErrors ??= []).push(err8);
errors++;
}
if(data3 < 100 || isNaN(data3)){
const err9 = {instancePath:instancePath+"/status",keyword:"minimum",params:{comparison: ">=", limit: 100},parentSchema:schema31.properties.status,data:data3};
(vErrors ??= []).push(err9);
errors++;
}
}
}
if(data.scenario !== undefined && func0.call(data, "scenario")){
let data4 = data.scenario;
if(typeof data4 === "string"){
if(data4.length > 100){
const err10 = {instancePath:instancePath+"/scenario",keyword:"maxLength",params:{limit: 100},parentSchema:schema31.properties.scenario,data:data4};
(vErrors ??= []).push(err10);
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/scenario",keyword:"type",params:{type: "string"},parentSchema:schema31.properties.scenario,data:data4};
(vErrors ??= []).push(err11);
errors++;
}
}
if(data.after !== undefined && func0.call(data, "after")){
let data5 = data.after;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
const err12 = {instancePath:instancePath+"/after",keyword:"type",params:{type: "integer"},parentSchema:schema31.properties.after,data:data5};
(vErrors ??= []).push(err12);
errors++;
}
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 9007199254740991 || isNaN(data5)){
const err13 = {instancePath:instancePath+"/after",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},parentSchema:schema31.properties.after,data:data5};
(vErrors ??= []).push(err13);
errors++;
}
if(data5 < 0 || isNaN(data5)){
const err14 = {instancePath:instancePath+"/after",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema31.properties.after,data:data5};
(vErrors ??= []).push(err14);
errors++;
}
}
}
}
else {
const err15 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema31,data};
(vErrors ??= []).push(err15);
errors++;
}
validate30.errors = vErrors;
return errors === 0;
}

export const validateJudgeConductQuery = validate31;
const schema32 = {"type":"object","additionalProperties":false,"properties":{"seen":{"type":"integer","minimum":0,"maximum":1000,"default":5}}};

function validate31(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.seen === undefined){
data.seen = 5;
}
for(const key0 of Object.keys(data)){
if(errors>99)break;
if(!(key0 === "seen")){
const err0 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema32,data};
(vErrors ??= []).push(err0);
errors++;
}
}
let data0 = data.seen;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err1 = {instancePath:instancePath+"/seen",keyword:"type",params:{type: "integer"},parentSchema:schema32.properties.seen,data:data0};
(vErrors ??= []).push(err1);
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 1000 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/seen",keyword:"maximum",params:{comparison: "<=", limit: 1000},parentSchema:schema32.properties.seen,data:data0};
(vErrors ??= []).push(err2);
errors++;
}
if(data0 < 0 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/seen",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema32.properties.seen,data:data0};
(vErrors ??= []).push(err3);
errors++;
}
}
}
else {
const err4 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema32,data};
(vErrors ??= []).push(err4);
errors++;
}
validate31.errors = vErrors;
return errors === 0;
}

export const validateWaitForCallQuery = validate32;
const schema33 = {"type":"object","additionalProperties":false,"properties":{"operation":{"type":"string","enum":["listPets","createPet","getPet"]},"method":{"type":"string","maxLength":40},"path":{"type":"string","maxLength":8000},"status":{"type":"integer","minimum":100,"maximum":599},"scenario":{"type":"string","maxLength":100},"after":{"type":"integer","minimum":0,"maximum":9007199254740991},"timeoutMilliseconds":{"type":"integer","minimum":0,"maximum":60000,"default":5000}}};

function validate32(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.timeoutMilliseconds === undefined){
data.timeoutMilliseconds = 5000;
}
for(const key0 of Object.keys(data)){
if(errors>99)break;
if(!(((((((key0 === "operation") || (key0 === "method")) || (key0 === "path")) || (key0 === "status")) || (key0 === "scenario")) || (key0 === "after")) || (key0 === "timeoutMilliseconds"))){
const err0 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema33,data};
(vErrors ??= []).push(err0);
errors++;
}
}
if(data.operation !== undefined && func0.call(data, "operation")){
let data0 = data.operation;
if(typeof data0 !== "string"){
const err1 = {instancePath:instancePath+"/operation",keyword:"type",params:{type: "string"},parentSchema:schema33.properties.operation,data:data0};
(vErrors ??= []).push(err1);
errors++;
}
if(!(((data0 === "listPets") || (data0 === "createPet")) || (data0 === "getPet"))){
const err2 = {instancePath:instancePath+"/operation",keyword:"enum",params:{allowedValues: schema33.properties.operation.enum},parentSchema:schema33.properties.operation,data:data0};
(vErrors ??= []).push(err2);
errors++;
}
}
if(data.method !== undefined && func0.call(data, "method")){
let data1 = data.method;
if(typeof data1 === "string"){
if(data1.length > 40){
const err3 = {instancePath:instancePath+"/method",keyword:"maxLength",params:{limit: 40},parentSchema:schema33.properties.method,data:data1};
(vErrors ??= []).push(err3);
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/method",keyword:"type",params:{type: "string"},parentSchema:schema33.properties.method,data:data1};
(vErrors ??= []).push(err4);
errors++;
}
}
if(data.path !== undefined && func0.call(data, "path")){
let data2 = data.path;
if(typeof data2 === "string"){
if(data2.length > 8000){
const err5 = {instancePath:instancePath+"/path",keyword:"maxLength",params:{limit: 8000},parentSchema:schema33.properties.path,data:data2};
(vErrors ??= []).push(err5);
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/path",keyword:"type",params:{type: "string"},parentSchema:schema33.properties.path,data:data2};
(vErrors ??= []).push(err6);
errors++;
}
}
if(data.status !== undefined && func0.call(data, "status")){
let data3 = data.status;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
const err7 = {instancePath:instancePath+"/status",keyword:"type",params:{type: "integer"},parentSchema:schema33.properties.status,data:data3};
(vErrors ??= []).push(err7);
errors++;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 599 || isNaN(data3)){
const err8 = {instancePath:instancePath+"/status",keyword:"maximum",params:{comparison: "<=", limit: 599},parentSchema:schema33.properties.status,data:data3};
(vErrors ??= []).push(err8);
errors++;
}
if(data3 < 100 || isNaN(data3)){
const err9 = {instancePath:instancePath+"/status",keyword:"minimum",params:{comparison: ">=", limit: 100},parentSchema:schema33.properties.status,data:data3};
(vErrors ??= []).push(err9);
errors++;
}
}
}
if(data.scenario !== undefined && func0.call(data, "scenario")){
let data4 = data.scenario;
if(typeof data4 === "string"){
if(data4.length > 100){
const err10 = {instancePath:instancePath+"/scenario",keyword:"maxLength",params:{limit: 100},parentSchema:schema33.properties.scenario,data:data4};
(vErrors ??= []).push(err10);
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/scenario",keyword:"type",params:{type: "string"},parentSchema:schema33.properties.scenario,data:data4};
(vErrors ??= []).push(err11);
errors++;
}
}
if(data.after !== undefined && func0.call(data, "after")){
let data5 = data.after;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
const err12 = {instancePath:instancePath+"/after",keyword:"type",params:{type: "integer"},parentSchema:schema33.properties.after,data:data5};
(vErrors ??= []).push(err12);
errors++;
}
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 9007199254740991 || isNaN(data5)){
const err13 = {instancePath:instancePath+"/after",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},parentSchema:schema33.properties.after,data:data5};
(vErrors ??= []).push(err13);
errors++;
}
if(data5 < 0 || isNaN(data5)){
const err14 = {instancePath:instancePath+"/after",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema33.properties.after,data:data5};
(vErrors ??= []).push(err14);
errors++;
}
}
}
let data6 = data.timeoutMilliseconds;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
const err15 = {instancePath:instancePath+"/timeoutMilliseconds",keyword:"type",params:{type: "integer"},parentSchema:schema33.properties.timeoutMilliseconds,data:data6};
(vErrors ??= []).push(err15);
errors++;
}
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 60000 || isNaN(data6)){
const err16 = {instancePath:instancePath+"/timeoutMilliseconds",keyword:"maximum",params:{comparison: "<=", limit: 60000},parentSchema:schema33.properties.timeoutMilliseconds,data:data6};
(vErrors ??= []).push(err16);
errors++;
}
if(data6 < 0 || isNaN(data6)){
const err17 = {instancePath:instancePath+"/timeoutMilliseconds",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema33.properties.timeoutMilliseconds,data:data6};
(vErrors ??= []).push(err17);
errors++;
}
}
}
else {
const err18 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema33,data};
(vErrors ??= []).push(err18);
errors++;
}
validate32.errors = vErrors;
return errors === 0;
}

export const validateShowLinkQuery = validate33;
const schema34 = {"type":"object","additionalProperties":false,"properties":{"animals":{"type":"string","enum":["yes"]}}};

function validate33(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 of Object.keys(data)){
if(errors>99)break;
if(!(key0 === "animals")){
const err0 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema34,data};
(vErrors ??= []).push(err0);
errors++;
}
}
if(data.animals !== undefined && func0.call(data, "animals")){
let data0 = data.animals;
if(typeof data0 !== "string"){
const err1 = {instancePath:instancePath+"/animals",keyword:"type",params:{type: "string"},parentSchema:schema34.properties.animals,data:data0};
(vErrors ??= []).push(err1);
errors++;
}
if(!(data0 === "yes")){
const err2 = {instancePath:instancePath+"/animals",keyword:"enum",params:{allowedValues: schema34.properties.animals.enum},parentSchema:schema34.properties.animals,data:data0};
(vErrors ??= []).push(err2);
errors++;
}
}
}
else {
const err3 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema34,data};
(vErrors ??= []).push(err3);
errors++;
}
validate33.errors = vErrors;
return errors === 0;
}

export const validateApplyLinkBody = validate34;
const schema35 = {"type":"object","required":["link"],"additionalProperties":false,"properties":{"link":{"type":"string","maxLength":20000},"leftOut":{"type":"array","items":{"type":"string"}},"animals":{"type":"array","maxItems":100000,"items":{"type":"object","required":["id","name","categoryId"],"additionalProperties":false,"properties":{"id":{"int64":true},"name":{"type":"string"},"categoryId":{"int64":true},"status":{"type":"string","enum":["available","pending","sold"]}}}}}};

function validate34(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.link === undefined) || (!(func0.call(data, "link")))){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "link"},parentSchema:schema35,data};
(vErrors ??= []).push(err0);
errors++;
}
for(const key0 of Object.keys(data)){
if(errors>99)break;
if(!(((key0 === "link") || (key0 === "leftOut")) || (key0 === "animals"))){
const err1 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema35,data};
(vErrors ??= []).push(err1);
errors++;
}
}
if(data.link !== undefined && func0.call(data, "link")){
let data0 = data.link;
if(typeof data0 === "string"){
if(data0.length > 20000){
const err2 = {instancePath:instancePath+"/link",keyword:"maxLength",params:{limit: 20000},parentSchema:schema35.properties.link,data:data0};
(vErrors ??= []).push(err2);
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/link",keyword:"type",params:{type: "string"},parentSchema:schema35.properties.link,data:data0};
(vErrors ??= []).push(err3);
errors++;
}
}
if(data.leftOut !== undefined && func0.call(data, "leftOut")){
let data1 = data.leftOut;
if(Array.isArray(data1)){
const len0 = data1.length;
for(let i0=0; i0<len0 && errors<100; i0++){
let data2 = data1[i0];
if(typeof data2 !== "string"){
const err4 = {instancePath:instancePath+"/leftOut/" + i0,keyword:"type",params:{type: "string"},parentSchema:schema35.properties.leftOut.items,data:data2};
(vErrors ??= []).push(err4);
errors++;
}
}
}
else {
const err5 = {instancePath:instancePath+"/leftOut",keyword:"type",params:{type: "array"},parentSchema:schema35.properties.leftOut,data:data1};
(vErrors ??= []).push(err5);
errors++;
}
}
if(data.animals !== undefined && func0.call(data, "animals")){
let data3 = data.animals;
if(Array.isArray(data3)){
if(data3.length > 100000){
const err6 = {instancePath:instancePath+"/animals",keyword:"maxItems",params:{limit: 100000},parentSchema:schema35.properties.animals,data:data3};
(vErrors ??= []).push(err6);
errors++;
}
const len1 = data3.length;
for(let i1=0; i1<len1 && errors<100; i1++){
let data4 = data3[i1];
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if((data4.id === undefined) || (!(func0.call(data4, "id")))){
const err7 = {instancePath:instancePath+"/animals/" + i1,keyword:"required",params:{missingProperty: "id"},parentSchema:schema35.properties.animals.items,data:data4};
(vErrors ??= []).push(err7);
errors++;
}
if((data4.name === undefined) || (!(func0.call(data4, "name")))){
const err8 = {instancePath:instancePath+"/animals/" + i1,keyword:"required",params:{missingProperty: "name"},parentSchema:schema35.properties.animals.items,data:data4};
(vErrors ??= []).push(err8);
errors++;
}
if((data4.categoryId === undefined) || (!(func0.call(data4, "categoryId")))){
const err9 = {instancePath:instancePath+"/animals/" + i1,keyword:"required",params:{missingProperty: "categoryId"},parentSchema:schema35.properties.animals.items,data:data4};
(vErrors ??= []).push(err9);
errors++;
}
for(const key1 of Object.keys(data4)){
if(errors>99)break;
if(!((((key1 === "id") || (key1 === "name")) || (key1 === "categoryId")) || (key1 === "status"))){
const err10 = {instancePath:instancePath+"/animals/" + i1,keyword:"additionalProperties",params:{additionalProperty: key1},parentSchema:schema35.properties.animals.items,data:data4};
(vErrors ??= []).push(err10);
errors++;
}
}
if(data4.id !== undefined && func0.call(data4, "id")){
let data5 = data4.id;
if(!((typeof data5 == "bigint" ? BigInt.asIntN(64, data5) === data5 : Number.isSafeInteger(data5)))){
const err11 = {instancePath:instancePath+"/animals/" + i1+"/id",keyword:"int64",params:{},parentSchema:schema35.properties.animals.items.properties.id,data:data5};
(vErrors ??= []).push(err11);
errors++;
}
}
if(data4.name !== undefined && func0.call(data4, "name")){
let data6 = data4.name;
if(typeof data6 !== "string"){
const err12 = {instancePath:instancePath+"/animals/" + i1+"/name",keyword:"type",params:{type: "string"},parentSchema:schema35.properties.animals.items.properties.name,data:data6};
(vErrors ??= []).push(err12);
errors++;
}
}
if(data4.categoryId !== undefined && func0.call(data4, "categoryId")){
let data7 = data4.categoryId;
if(!((typeof data7 == "bigint" ? BigInt.asIntN(64, data7) === data7 : Number.isSafeInteger(data7)))){
const err13 = {instancePath:instancePath+"/animals/" + i1+"/categoryId",keyword:"int64",params:{},parentSchema:schema35.properties.animals.items.properties.categoryId,data:data7};
(vErrors ??= []).push(err13);
errors++;
}
}
if(data4.status !== undefined && func0.call(data4, "status")){
let data8 = data4.status;
if(typeof data8 !== "string"){
const err14 = {instancePath:instancePath+"/animals/" + i1+"/status",keyword:"type",params:{type: "string"},parentSchema:schema35.properties.animals.items.properties.status,data:data8};
(vErrors ??= []).push(err14);
errors++;
}
if(!(((data8 === "available") || (data8 === "pending")) || (data8 === "sold"))){
const err15 = {instancePath:instancePath+"/animals/" + i1+"/status",keyword:"enum",params:{allowedValues: schema35.properties.animals.items.properties.status.enum},parentSchema:schema35.properties.animals.items.properties.status,data:data8};
(vErrors ??= []).push(err15);
errors++;
}
}
}
else {
const err16 = {instancePath:instancePath+"/animals/" + i1,keyword:"type",params:{type: "object"},parentSchema:schema35.properties.animals.items,data:data4};
(vErrors ??= []).push(err16);
errors++;
}
}
}
else {
const err17 = {instancePath:instancePath+"/animals",keyword:"type",params:{type: "array"},parentSchema:schema35.properties.animals,data:data3};
(vErrors ??= []).push(err17);
errors++;
}
}
}
else {
const err18 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema35,data};
(vErrors ??= []).push(err18);
errors++;
}
validate34.errors = vErrors;
return errors === 0;
}
