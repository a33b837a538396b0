// Made from spec/openapi.yaml by `npm run make`. Change that file, not this one.

"use strict";
export const validatePetStatus = validate11;
const schema12 = {"type":"string","enum":["available","pending","sold"]};

function validate11(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(typeof data !== "string"){
const err0 = {instancePath,keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err0);
errors++;
}
if(!(((data === "available") || (data === "pending")) || (data === "sold"))){
const err1 = {instancePath,keyword:"enum",params:{allowedValues: schema12.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err1);
errors++;
}
validate11.errors = vErrors;
return errors === 0;
}

export const validateNewPet = validate12;
const schema13 = {"type":"object","required":["name","categoryId"],"properties":{"name":{"type":"string"},"categoryId":{"int64":true},"status":{"$ref":"#/$defs/PetStatus"}}};
const func0 = Object.prototype.hasOwnProperty;

function validate12(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.name === undefined) || (!(func0.call(data, "name")))){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "name"},message:"must have required property '"+"name"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if((data.categoryId === undefined) || (!(func0.call(data, "categoryId")))){
const err1 = {instancePath,keyword:"required",params:{missingProperty: "categoryId"},message:"must have required property '"+"categoryId"+"'"};
(vErrors ??= []).push(err1);
errors++;
}
if(data.name !== undefined && func0.call(data, "name")){
if(typeof data.name !== "string"){
const err2 = {instancePath:instancePath+"/name",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err2);
errors++;
}
}
if(data.categoryId !== undefined && func0.call(data, "categoryId")){
let data1 = data.categoryId;
if(!((typeof data1 == "bigint" ? BigInt.asIntN(64, data1) === data1 : Number.isSafeInteger(data1)))){
const err3 = {instancePath:instancePath+"/categoryId",keyword:"int64",params:{},message:"must be a 64-bit integer"};
(vErrors ??= []).push(err3);
errors++;
}
}
if(data.status !== undefined && func0.call(data, "status")){
let data2 = data.status;
if(typeof data2 !== "string"){
const err4 = {instancePath:instancePath+"/status",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err4);
errors++;
}
if(!(((data2 === "available") || (data2 === "pending")) || (data2 === "sold"))){
const err5 = {instancePath:instancePath+"/status",keyword:"enum",params:{allowedValues: schema12.enum},message:"must be equal to one of the allowed values"};
(vErrors ??= []).push(err5);
errors++;
}
}
}
else {
const err6 = {instancePath,keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err6);
errors++;
}
validate12.errors = vErrors;
return errors === 0;
}

export const validatePet = validate13;
const schema15 = {"allOf":[{"$ref":"#/$defs/NewPet"},{"type":"object","required":["id"],"properties":{"id":{"int64":true}}}]};

function validate13(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!(validate12(data, {instancePath,parentData,parentDataProperty,rootData}))){
vErrors = vErrors === null ? validate12.errors : vErrors.concat(validate12.errors);
errors = vErrors.length;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.id === undefined) || (!(func0.call(data, "id")))){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "id"},message:"must have required property '"+"id"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if(data.id !== undefined && func0.call(data, "id")){
let data0 = data.id;
if(!((typeof data0 == "bigint" ? BigInt.asIntN(64, data0) === data0 : Number.isSafeInteger(data0)))){
const err1 = {instancePath:instancePath+"/id",keyword:"int64",params:{},message:"must be a 64-bit integer"};
(vErrors ??= []).push(err1);
errors++;
}
}
}
else {
const err2 = {instancePath,keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err2);
errors++;
}
validate13.errors = vErrors;
return errors === 0;
}

export const validatePets = validate15;
const schema16 = {"type":"array","items":{"$ref":"#/$defs/Pet"}};

function validate15(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(Array.isArray(data)){
const len0 = data.length;
for(let i0=0; i0<len0 && errors<100; i0++){
if(!(validate13(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate13.errors : vErrors.concat(validate13.errors);
errors = vErrors.length;
}
}
}
else {
const err0 = {instancePath,keyword:"type",params:{type: "array"},message:"must be array"};
(vErrors ??= []).push(err0);
errors++;
}
validate15.errors = vErrors;
return errors === 0;
}

export const validateError = validate17;
const schema17 = {"type":"object","required":["code","message","status"],"properties":{"code":{"type":"string"},"message":{"type":"string"},"status":{"type":"integer"}}};

function validate17(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.code === undefined) || (!(func0.call(data, "code")))){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "code"},message:"must have required property '"+"code"+"'"};
(vErrors ??= []).push(err0);
errors++;
}
if((data.message === undefined) || (!(func0.call(data, "message")))){
const err1 = {instancePath,keyword:"required",params:{missingProperty: "message"},message:"must have required property '"+"message"+"'"};
(vErrors ??= []).push(err1);
errors++;
}
if((data.status === undefined) || (!(func0.call(data, "status")))){
const err2 = {instancePath,keyword:"required",params:{missingProperty: "status"},message:"must have required property '"+"status"+"'"};
(vErrors ??= []).push(err2);
errors++;
}
if(data.code !== undefined && func0.call(data, "code")){
if(typeof data.code !== "string"){
const err3 = {instancePath:instancePath+"/code",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err3);
errors++;
}
}
if(data.message !== undefined && func0.call(data, "message")){
if(typeof data.message !== "string"){
const err4 = {instancePath:instancePath+"/message",keyword:"type",params:{type: "string"},message:"must be string"};
(vErrors ??= []).push(err4);
errors++;
}
}
if(data.status !== undefined && func0.call(data, "status")){
let data2 = data.status;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
const err5 = {instancePath:instancePath+"/status",keyword:"type",params:{type: "integer"},message:"must be integer"};
(vErrors ??= []).push(err5);
errors++;
}
}
}
else {
const err6 = {instancePath,keyword:"type",params:{type: "object"},message:"must be object"};
(vErrors ??= []).push(err6);
errors++;
}
validate17.errors = vErrors;
return errors === 0;
}

export const validators = { PetStatus: validatePetStatus, NewPet: validateNewPet, Pet: validatePet, Pets: validatePets, Error: validateError };
